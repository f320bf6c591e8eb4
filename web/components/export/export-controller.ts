import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Engine, Instruments, PlanRequest } from '../../engine/engine.ts';

export type Exported = 'plan' | 'trace' | 'bytes';

/** Gives the reader the files that the command would write. */
export class ExportController implements ReactiveController {
  problem: string | null = null;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.problem = null;
  }

  async save(what: Exported, engine: Engine, request: PlanRequest, instruments: Instruments | null): Promise<void> {
    this.problem = null;
    const name = `ringlet-${request.collective}-${request.algorithm}-${request.ranks}`;
    try {
      if (what === 'plan') download(`${name}-plan.json`, await engine.planJson(request));
      else if (instruments && what === 'trace') download(`${name}-trace.json`, instruments.trace);
      else if (instruments) download(`${name}-bytes.jsonl`, instruments.byteLog);
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
    this.host.requestUpdate();
  }
}

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
