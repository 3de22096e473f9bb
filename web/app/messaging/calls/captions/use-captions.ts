import { useMachineState } from '../../../platform/state-machine.ts';
import { useCalls } from '../use-calls.ts';
import { type CaptionsState, isCaptioned } from './captions-state.ts';

export const useCaptions = (): CaptionsState => useMachineState(useCalls().calls.captions);

/** Whose speech becomes captions now: of the others, while the viewer sees captions; of the viewer, while somebody does. */
export function useIsCaptioned(): (userId: number) => boolean {
  const { viewerId } = useCalls();
  const captions = useCaptions();
  return (userId) => (userId === viewerId ? captions.isRecognizing : captions.isShown && isCaptioned(captions, userId));
}
