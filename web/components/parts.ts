/** The parts of the lab that its first screen shows. */
import './ringlet-badge.ts';
import './ringlet-fault.ts';
import './ringlet-history.ts';
import './ringlet-matrix.ts';
import './ringlet-notices.ts';
import './ringlet-runbar.ts';
import './ringlet-setup.ts';
import './ringlet-status.ts';
import './ringlet-track.ts';
