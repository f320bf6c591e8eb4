import { css } from 'lit';

export const matrixStyles = css`
  .panel {
    display: flex;
    flex-direction: column;
  }
  .scroll {
    position: relative;
    container-type: inline-size;
    flex: 1;
    overflow-x: auto;
    will-change: scroll-position; /* its many fields are drawn apart from what changes with every step */
    scrollbar-width: thin;
    scrollbar-color: var(--rl-edge) transparent;
    padding: 2px;
    margin: -2px;
  }
  .grid {
    --pad: 1.1rem;
    --apart: 0.8rem;
    box-sizing: border-box;
    padding-bottom: var(--apart);
    display: grid;
    gap: 0.3rem;
    font-size: 1.02rem;
  }
  .few {
    height: 100%;
    max-height: calc((var(--rows) + 1) * 4.2rem + var(--apart));
    grid-template-rows: max-content;
    grid-auto-rows: minmax(max-content, 1fr);
  }
  .dense {
    gap: 0.2rem;
    font-size: 0.92rem;
    --pad: 0.6rem;
  }
  .row {
    display: grid;
    grid-template-columns: subgrid;
    grid-column: 1 / -1;
    align-items: stretch;
  }
  .rank,
  .corner {
    position: sticky;
    left: -2px;
    z-index: 1;
    background: var(--rl-panel);
    padding-right: 0.7rem;
    display: flex;
    flex-direction: column;
    justify-content: center;
    font-size: 0.9rem;
    white-space: nowrap;
  }
  .rank small {
    line-height: 1.15;
    font-size: 0.74rem;
    color: var(--rl-soft);
  }
  .head {
    display: grid;
    gap: 0.25rem;
    justify-items: center;
    text-align: center;
    font-size: 0.78rem;
    line-height: 1.2;
    color: var(--rl-soft);
    border-radius: 0.3rem;
  }
  .band {
    width: 100%;
    height: 0.5rem;
    border-radius: 0.25rem;
  }
  .cell {
    display: grid;
  }
  .cell input {
    width: 100%;
    min-width: 0;
    padding: 0.5rem 0.2rem;
    text-align: center;
    border: 1px solid var(--rl-edge);
    border-radius: 0.35rem;
    background: var(--rl-panel);
    cursor: cell;
  }
  .cell input[data-editing] {
    cursor: text;
    border-style: dashed;
  }
  .cell input:read-only {
    border-color: var(--rl-rule);
    cursor: default;
  }
  .cell input:hover {
    background: var(--tint);
  }
  .cell input:focus-visible {
    outline-offset: 0;
  }
  .cell.hot,
  .out.hot {
    border-radius: 0.35rem;
  }
  .cell.hot input {
    background: var(--tint);
  }
  .gap {
    border-radius: 0.35rem;
    background: repeating-linear-gradient(-45deg, var(--rl-rule) 0 1px, transparent 0 6px);
    opacity: 0.7;
  }
  /* Apart from the inputs all together, so that each row is as high as any other. */
  .result {
    position: relative;
    top: var(--apart);
  }
  .result.first::before {
    content: '';
    position: absolute;
    inset: -0.55rem 0 auto;
    border-top: 1px solid var(--rl-rule);
  }
  .out {
    position: relative;
    display: grid;
    justify-items: center;
    align-content: center;
    gap: 0.1rem;
    min-height: 2.6rem;
    padding: 0.35rem 0.2rem 0.5rem;
    border-radius: 0.35rem;
    color: var(--rl-soft);
    background: var(--rl-sunken);
    overflow: hidden;
  }
  .out.known {
    color: var(--rl-ink);
    background: var(--tint);
    font-weight: 650;
  }
  .out.known::after {
    content: '';
    position: absolute;
    inset: auto 0 0;
    height: 0.25rem;
    background: var(--pattern), var(--hue);
  }
  .out small {
    font-size: 0.7rem;
    font-weight: 450;
    white-space: nowrap;
  }
  .sentence {
    grid-column: 1 / -1;
    padding: 0.4rem 0.6rem;
    border-left: 3px solid var(--rl-bad);
    border-radius: 0 0.3rem 0.3rem 0;
    background: var(--rl-bad-tint);
    position: sticky;
    left: 0;
    width: min(44rem, 100cqi - 6px);
  }
  .note {
    margin-top: 0.7rem;
  }
  .note b {
    color: var(--rl-ink);
  }
  .empty {
    padding: 1.2rem;
    border: 1px dashed var(--rl-edge);
    border-radius: var(--rl-radius);
    color: var(--rl-soft);
  }
  @container (max-width: 24rem) {
    .grid {
      --pad: 0.3rem;
      gap: 0.2rem;
      font-size: 0.92rem;
    }
    .few {
      height: auto;
    }
    .cell input {
      padding-inline: 0;
    }
    .rank,
    .corner {
      padding-right: 0.35rem;
      font-size: 0.78rem;
    }
    .rank small {
      font-size: 0.68rem;
      white-space: normal;
      max-width: 3.1rem;
    }
  }
`;
