/**
 * Why there is no playground in the frame. A browser that blocks a frame says so nowhere but in a violation of the
 * page's own policy; otherwise a frame that has loaded without our script's first word holds something else. A frame
 * that says nothing at all may be slow: it is called late, and is welcome as soon as it speaks.
 */
const lateMs = 4000;
/** For the first word of a page that has loaded: it is on its way from another process. */
const wordMs = 500;
/** From our script's first word, after which the frame shows what it is doing, to its answer. */
const answerMs = 15_000;

export interface Missing {
  readonly code: 'frame-csp' | 'frame-isolated' | 'frame-offline' | 'frame-wrong' | 'frame-late';
  /** What the page's Content-Security-Policy has to say instead. */
  readonly directive?: string;
}

export class FrameWatch {
  readonly #frame: HTMLIFrameElement;
  readonly #tell: (missing: Missing) => void;
  #timer: ReturnType<typeof setTimeout>;
  #told: Missing['code'] | undefined;
  #spoke = false;

  constructor(frame: HTMLIFrameElement, tell: (missing: Missing) => void) {
    this.#frame = frame;
    this.#tell = tell;
    document.addEventListener('securitypolicyviolation', this.#violated);
    frame.addEventListener('load', this.#loaded);
    this.#timer = setTimeout(() => this.#miss('frame-late'), lateMs);
  }

  /** Our script runs in the frame. */
  spoke(): void {
    this.#spoke = true;
    this.#told = undefined;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#miss('frame-late'), answerMs);
  }

  close(): void {
    clearTimeout(this.#timer);
    document.removeEventListener('securitypolicyviolation', this.#violated);
    this.#frame.removeEventListener('load', this.#loaded);
  }

  readonly #loaded = (): void => {
    if (this.#spoke) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#miss('frame-wrong'), wordMs);
  };

  readonly #violated = (event: SecurityPolicyViolationEvent): void => {
    const { origin } = new URL(this.#frame.src);
    if (event.disposition !== 'enforce' || !/^(frame|child|default)-src/.test(event.effectiveDirective)) return;
    if (!URL.canParse(event.blockedURI) || new URL(event.blockedURI).origin !== origin) return;
    clearTimeout(this.#timer);
    this.#say({ code: 'frame-csp', directive: directiveWith(origin, event.originalPolicy) });
  };

  /** What can be told apart of a silence: whether it is late, or something else came. */
  #miss(code: 'frame-late' | 'frame-wrong'): void {
    if (this.#told === 'frame-csp') return;
    if (!navigator.onLine) this.#say({ code: 'frame-offline' });
    else if (self.crossOriginIsolated && !this.#spoke) this.#say({ code: 'frame-isolated' });
    else this.#say({ code });
  }

  #say(missing: Missing): void {
    if (this.#told === missing.code) return;
    this.#told = missing.code;
    this.#tell(missing);
  }
}

/** What `policy` allows of frames, and our origin as well. */
export function directiveWith(origin: string, policy: string): string {
  const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/));
  const given = ['frame-src', 'child-src', 'default-src'].map((name) =>
    directives.find(([first]) => first?.toLowerCase() === name),
  );
  // What governs scripts, such as 'unsafe-inline' or a nonce, says nothing about frames.
  const allowed = (given.find(Boolean) ?? [])
    .slice(1)
    .filter((source) => source === "'self'" || !source.startsWith("'"));
  return ['frame-src', ...allowed, origin].join(' ');
}
