import { type ComponentProps, type ComponentType, createContext, createElement, type RefObject } from 'react';

export interface CommentFieldProps extends Omit<ComponentProps<'textarea'>, 'ref' | 'value' | 'onChange'> {
  ref: RefObject<HTMLTextAreaElement | null>;
  value: string;
  onText: (text: string) => void;
}

const PlainField = ({ onText, ...props }: CommentFieldProps) =>
  createElement('textarea', { ...props, onChange: ({ currentTarget }) => onText(currentTarget.value) });

/** The field of comment forms; publications give one that suggests whom to mention. */
export const CommentFieldContext = createContext<ComponentType<CommentFieldProps>>(PlainField);
