import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planNow, readable, stored } from '../plans/golden.mjs';
import { ringlet } from './ringlet.mjs';

test('there are golden plans', () => assert.ok(stored().length > 0));

for (const { name, path, text } of stored())
  test(`the golden plan ${name}: still made, step by step, and right`, () => {
    const plan = JSON.parse(text);
    assert.equal(name, `${plan.collective}-${plan.algorithm}-${plan.ranks}.json`);
    assert.equal(readable(planNow(plan.collective, plan.algorithm, plan.ranks)), text);
    const answer = ringlet(['verify', '--plan', path]);
    assert.equal(answer.err, '');
    assert.equal(answer.code, 0);
  });
