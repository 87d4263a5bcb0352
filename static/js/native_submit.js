// A form is sent by the browser, with the button that was tapped, and heard by no script again.
export function sendAsItIs(form, submitter) {
  if (submitter?.name) {
    const { name, value } = submitter;
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  form.submit();
}
