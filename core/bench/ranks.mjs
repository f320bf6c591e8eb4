/** Numbers of ranks, one by one: `2..4,8` is 2, 3, 4 and 8. What is no range stays as it is, for the command to refuse. */
export const eachRanks = (list) =>
  list.split(',').flatMap((text) => {
    const [, first, last] = /^(\d{1,4})\.\.(\d{1,4})$/.exec(text) ?? [];
    const length = last - first + 1;
    return length > 0 && length <= 1024 ? Array.from({ length }, (_, i) => `${Number(first) + i}`) : [text];
  });

export const inRanks = (ranks) => `${ranks} rank${Number(ranks) === 1 ? '' : 's'}`;
