// The parts of every page that come a moment after it.

import "./doubled_ledger.js";
import "./preferences.js";
import "./request_faults.js";
import "./wake_lock.js";
