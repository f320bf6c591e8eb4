import { css } from 'lit';

export const controls = css`
  button,
  select,
  input {
    font: inherit;
    color: inherit;
  }
  button,
  select,
  .field input {
    min-height: 2.5rem;
    padding: 0.4rem 0.75rem;
    border: 1px solid var(--rl-edge);
    border-radius: var(--rl-radius);
    background: var(--rl-panel);
  }
  button {
    cursor: pointer;
    display: inline-flex;
    gap: 0.45rem;
    align-items: center;
    justify-content: center;
    font-weight: 550;
  }
  button:hover:not(:disabled, [aria-disabled='true']) {
    border-color: var(--rl-ink);
    background: color-mix(in oklab, var(--rl-ink) 6%, var(--rl-panel));
  }
  button:disabled,
  button[aria-disabled='true'] {
    color: var(--rl-soft);
    border-color: var(--rl-rule);
    cursor: default;
  }
  button.primary {
    background: var(--rl-ink);
    border-color: var(--rl-ink);
    color: var(--rl-panel);
    padding-inline: 1.15rem;
    font-weight: 650;
  }
  button.primary:hover:not(:disabled) {
    background: color-mix(in oklab, var(--rl-ink) 84%, var(--rl-panel));
  }
  button.primary:disabled {
    background: var(--rl-panel);
    border-color: var(--rl-rule);
    color: var(--rl-soft);
  }
  button.plain {
    border-color: transparent;
    background: none;
  }
  button.plain:hover:not(:disabled) {
    border-color: var(--rl-edge);
  }
  button.icon {
    padding: 0;
    min-width: 2.5rem;
  }
  button svg {
    width: 1.05rem;
    height: 1.05rem;
    flex: none;
  }
  select {
    padding-right: 0.4rem;
    max-width: 100%;
  }
  select:hover:not(:disabled),
  .field input:hover:not(:disabled) {
    border-color: var(--rl-ink);
  }
  .field {
    display: grid;
    gap: 0.2rem;
    min-width: 0;
  }
  .field > span {
    font-size: 0.78rem;
    color: var(--rl-soft);
  }
  .field input {
    width: 5.2rem;
    font-family: var(--rl-mono);
  }
  [aria-invalid='true'] {
    border-color: var(--rl-bad) !important;
    box-shadow: 0 0 0 1px var(--rl-bad);
  }
  .problem {
    color: var(--rl-bad);
    font-size: 0.88rem;
  }
`;

export const panel = css`
  /* Isolated, so that a browser need not draw again what has not changed. */
  :host {
    display: block;
    min-width: 0;
    isolation: isolate;
  }
  .panel {
    height: 100%;
    background: var(--rl-panel);
    border: 1px solid var(--rl-rule);
    border-radius: 0.75rem;
    padding: clamp(0.75rem, 1.8vw, 1.25rem);
  }
  .panel > header {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1rem;
    align-items: baseline;
    justify-content: space-between;
    margin-bottom: 0.8rem;
  }
  h2 {
    font-size: 1rem;
    line-height: 1.3;
    font-weight: 650;
    letter-spacing: -0.005em;
  }
  .note {
    font-size: 0.85rem;
    color: var(--rl-soft);
  }
`;
