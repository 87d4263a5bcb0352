// The fields of a form, as people change them: what each one shows from the start, and says now.

/** @param {Found} input */
export const isTick = (input) => input.matches("[type=checkbox], [type=radio]");

/** @param {Found} input */
export const nameOf = (input) => (isTick(input) ? `${input.name}=${input.value}` : input.name);

/** @param {Found} input */
export const stateOf = (input) => (isTick(input) ? input.checked : input.value);

/** @param {Found} input */
export function shownIn(input) {
  if (isTick(input)) return input.defaultChecked;
  if (!input.options) return input.defaultValue;
  const options = [...input.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value;
}

// The fields that differ from the form as it came, so that they never undo what others write meanwhile.
// A page that answers a form shows the typed texts as its own: `before` holds these.
/** @param {Found[]} inputs @param {Record<string, string | boolean>} [before] */
export function changedIn(inputs, before = {}) {
  /** @type {Record<string, string | boolean>} */
  const values = {};
  for (const input of inputs) {
    const [name, value] = [nameOf(input), stateOf(input)];
    if (value !== shownIn(input) || before[name] === value) values[name] = value;
  }
  return values;
}

/** @param {Found} input @param {string} value */
const isOffered = ({ options }, value) =>
  !options || [...options].some((option) => option.value === value);

// Show the values. Gives the names of those that are not offered any more, which stay as they are.
/** @param {Found[]} inputs @param {Record<string, string | boolean>} values */
export function showIn(inputs, values) {
  const unfit = [];
  for (const input of inputs) {
    const value = values[nameOf(input)];
    if (value === undefined || value === stateOf(input)) continue;
    if (typeof value === "boolean") input.checked = value;
    else if (isOffered(input, value)) input.value = value;
    if (stateOf(input) !== value) unfit.push(input.name);
    for (let part = input.closest("details"); part; part = part.parentElement.closest("details"))
      part.open = true;
  }
  return unfit;
}
