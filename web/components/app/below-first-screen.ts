/** The parts of the app below its first screen, fetched when the core is there. */
import '../check/ringlet-check.ts';
import '../export/ringlet-export.ts';
import '../ledger/ringlet-ledger.ts';
import '../notes/ringlet-notes.ts';
import '../player/ringlet-player.ts';
import '../predict/ringlet-predict.ts';
