// 128 random bits in hex, by which a repeat of the operation is recognised. `randomUUID` is missing over plain HTTP.
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
