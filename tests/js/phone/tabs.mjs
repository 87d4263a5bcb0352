// Gives each tab its own modules: an import inherits the tab of the module that imports.

export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  const tab = context.parentURL?.match(/\/static\/js\/.*\?(tab=\d+)$/)?.[1];
  return tab && !found.url.includes("?") ? { ...found, url: `${found.url}?${tab}` } : found;
}
