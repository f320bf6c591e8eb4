/** How Open MPI's programs are started: as root too, on few cores, with nothing but shared memory between the ranks. */
export const mpirun = [
  ...['mpirun.openmpi', '--allow-run-as-root', '--oversubscribe'],
  ...['--mca', 'btl', 'self,vader'],
];
