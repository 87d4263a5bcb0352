// What every page has a moment after it is there.

import "./doubled_ledger.js";
import "./preferences.js";
import "./request_faults.js";
import "./wake_lock.js";
