/** The parts of the app that its first screen shows. */
import '../badge/ringlet-badge.ts';
import '../faults/ringlet-fault.ts';
import '../history/ringlet-history.ts';
import '../matrix/ringlet-matrix.ts';
import '../notices/ringlet-notices.ts';
import '../run/ringlet-runbar.ts';
import '../setup/ringlet-setup.ts';
import '../run/ringlet-status.ts';
import '../track/ringlet-track.ts';
