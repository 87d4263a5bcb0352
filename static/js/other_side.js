// The points left for the other side, shown pale while that field is empty.

const form = document.querySelector("#question");
const totals = JSON.parse(form.querySelector(".hand").dataset.totals);
const boxes = ["A", "B"].map((side) => form.elements[`points_${side}`]);

function show() {
  const total = totals[new FormData(form).get("trump") ?? ""];
  boxes.forEach((box, i) => {
    const typed = boxes[1 - i].value.trim();
    box.placeholder = /^\d+$/.test(typed) && typed <= total ? total - typed : "";
  });
}

for (const told of ["input", "htmx:afterSettle"]) document.addEventListener(told, show);
show();
