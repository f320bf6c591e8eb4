/** The parts of the lab below its first screen, fetched when the core is there. */
import './ringlet-check.ts';
import './ringlet-export.ts';
import './ringlet-ledger.ts';
import './ringlet-notes.ts';
import './ringlet-player.ts';
import './ringlet-predict.ts';
