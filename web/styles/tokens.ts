import { css } from 'lit';

/**
 * The page itself is ink on paper: colour belongs to ranks and their fragments alone. A host page overrides any token
 * by its --ringlet-* name.
 */
export const tokens = css`
  :host {
    color-scheme: light dark;
    --rl-bg: var(--ringlet-background, light-dark(#f3f4f2, #0f1113));
    --rl-panel: var(--ringlet-panel, light-dark(#ffffff, #181b1f));
    --rl-sunken: var(--ringlet-sunken, light-dark(#eceeeb, #101215));
    --rl-ink: var(--ringlet-ink, light-dark(#14181c, #eceff1));
    --rl-soft: var(--ringlet-soft, light-dark(#535b63, #a7afb7));
    --rl-rule: var(--ringlet-rule, light-dark(#dcdfda, #2c3137));
    --rl-edge: var(--ringlet-edge, light-dark(#868d92, #737c85));
    --rl-bad: var(--ringlet-bad, light-dark(#b3201a, #ff8f85));
    --rl-bad-tint: light-dark(#fdeeec, #351a1a);
    --rl-good: var(--ringlet-good, light-dark(#0b6b46, #5fd3a4));
    --rl-sans: var(--ringlet-sans, system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif);
    --rl-mono: var(
      --ringlet-mono,
      ui-monospace,
      'SF Mono',
      'Cascadia Mono',
      'Roboto Mono',
      'DejaVu Sans Mono',
      monospace
    );
    --rl-radius: 0.5rem;
    --rl-gap: clamp(0.75rem, 1.6vw, 1.25rem);
  }
  :host([theme='light']) {
    color-scheme: light;
  }
  :host([theme='dark']) {
    color-scheme: dark;
  }
`;

export const base = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  :host([hidden]) {
    display: none;
  }
  :focus-visible {
    outline: 2px solid var(--rl-ink);
    outline-offset: 2px;
  }
  h2,
  h3,
  p,
  ol,
  ul,
  dl,
  figure {
    margin: 0;
    padding: 0;
  }
  ol,
  ul {
    list-style: none;
  }
  .number {
    font-family: var(--rl-mono);
    font-variant-numeric: tabular-nums;
  }
  .soft {
    color: var(--rl-soft);
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;
