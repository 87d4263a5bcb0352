// Is anything on this phone that the server does not have?

// Without a version: opens the outbox as it is, and makes none where there is none.
function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("tefteri");
    request.onupgradeneeded = () => request.transaction.abort();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function count(database) {
  return new Promise((resolve, reject) => {
    const request = database.transaction("ops").objectStore("ops").count();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export async function hasUnsent() {
  let database;
  try {
    database = await open();
    return (await count(database)) > 0;
  } catch {
    return false; // no outbox, or no storage at all
  } finally {
    database?.close();
  }
}
