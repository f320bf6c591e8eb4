import { css } from 'lit';

export const appStyles = css`
  :host {
    display: block;
    background: var(--rl-bg);
    color: var(--rl-ink);
    font: 1rem/1.5 var(--rl-sans);
  }
  .app {
    container-type: inline-size;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--rl-gap);
  }
  .bar {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.8rem;
  }
  .how {
    display: flex;
    flex-wrap: wrap;
    gap: 0.8rem 1.6rem;
    align-items: start;
  }
  ringlet-status {
    margin-top: calc(0.65rem - var(--rl-gap));
  }
  .stage,
  .panels {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--rl-gap);
  }
  .blank {
    min-height: 18rem;
    display: grid;
    place-items: center;
    padding: 1.5rem;
    text-align: center;
    color: var(--rl-soft);
    border: 1px dashed var(--rl-rule);
    border-radius: 0.75rem;
  }
  @container (min-width: 62rem) {
    .stage.two {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    }
    .panels {
      grid-template-columns: repeat(3, minmax(0, 1fr));
    }
  }
  @container (min-width: 42rem) and (max-width: 62rem) {
    .panels {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
`;
