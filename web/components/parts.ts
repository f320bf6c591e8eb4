/** The parts that the lab is put together from. */
import './ringlet-badge.ts';
import './ringlet-check.ts';
import './ringlet-export.ts';
import './ringlet-fault.ts';
import './ringlet-history.ts';
import './ringlet-ledger.ts';
import './ringlet-matrix.ts';
import './ringlet-notes.ts';
import './ringlet-notices.ts';
import './ringlet-player.ts';
import './ringlet-predict.ts';
import './ringlet-runbar.ts';
import './ringlet-setup.ts';
import './ringlet-status.ts';
import './ringlet-track.ts';
