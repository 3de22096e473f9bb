import { expect, test } from 'vitest';
import { LayerChoice } from './layer-choice.ts';

const report = (choice: LayerChoice, lost: number, times: number): string => {
  for (let time = 0; time < times; time += 1) choice.onLossReport(lost);
  return choice.layer;
};

test('one bad report may be chance, two are a poor line', () => {
  const choice = new LayerChoice();
  expect(report(choice, 0.3, 1)).toBe('high');
  expect(report(choice, 0.0, 1)).toBe('high');
  expect(report(choice, 0.3, 2)).toBe('low');
});

test('a little loss changes nothing', () => {
  const choice = new LayerChoice();
  expect(report(choice, 0.05, 100)).toBe('high');
});

test('the way back is longer after every fall', () => {
  const choice = new LayerChoice();
  report(choice, 0.3, 2);
  expect(report(choice, 0, 15)).toBe('low');
  expect(report(choice, 0, 1)).toBe('high');
  report(choice, 0.3, 2);
  expect(report(choice, 0, 31)).toBe('low');
  expect(report(choice, 0, 1)).toBe('high');
});
