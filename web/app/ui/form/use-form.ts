import { type RefObject, type SyntheticEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isApiError } from '../../platform/api-error.ts';
import { findInvalidField, focusInvalidField } from './find-invalid-field.ts';
import { type SubmitOptions, useSubmit } from './use-submit.ts';

/** Field name → message. Besides the fields of the form, any name that the server rejects. */
export type FieldErrors = Readonly<Record<string, string | undefined>>;

export type TextField<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] &
  string;

interface FormOptions<Values> extends SubmitOptions {
  initial: Values | (() => Values);
  send: (values: Values) => Promise<void>;
  /** Finds wrong fields before sending. A contract's schema is checked by `findSchemaErrors`. */
  check?: (values: Values) => FieldErrors | Promise<FieldErrors>;
  /** Translates what `check` returns, when these are text keys, so that messages follow a switch of the language. */
  t?: (key: never) => string;
  /** Which fields are checked when they lose the focus; by default, none. */
  checksOnBlur?: 'all' | 'filled';
  onChange?: (values: Values) => void;
  onInvalid?: (errors: FieldErrors) => unknown;
}

interface FieldProps<Name> {
  name: Name;
  value: string;
  'aria-invalid': true | undefined;
  onChange: (event: { currentTarget: { value: string } }) => void;
  onBlur: (() => void) | undefined;
}

export interface Form<Values> {
  /** To spread over the form element. */
  props: { ref: RefObject<HTMLFormElement | null>; noValidate: true; onSubmit: (event?: SyntheticEvent) => void };
  values: Values;
  errors: FieldErrors;
  isSending: boolean;
  /** Changes fields and removes their errors; `names` lists others whose errors go. */
  change: (part: Partial<Values>, names?: readonly string[]) => void;
  /** Replaces the values, for example by a stored draft, and leaves the errors. Returns the new values. */
  replace: (values: Values | ((known: Values) => Values)) => Values;
  /** Props of a native text field. */
  input: <Name extends TextField<Values>>(name: Name) => FieldProps<Name>;
  /** Props of a Mantine text field, which shows its error itself. */
  field: <Name extends TextField<Values>>(name: Name) => FieldProps<Name> & { error: string | undefined };
  /** Shows messages and moves the focus to the first wrong field. */
  reject: (messages: FieldErrors) => void;
  /** Another request of the form: one at a time, with the same handling of errors. */
  submit: (send: () => Promise<void>) => Promise<void>;
}

function without(errors: FieldErrors, names: readonly string[]): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)));
}

/**
 * State of a form: values, a message per field, the focus on the first wrong field, one request at a time. Fields that
 * the server rejects get its messages. Nothing is sent while a field shows an error, also one that the field has found
 * itself.
 */
export function useForm<Values extends object>(options: FormOptions<Values>): Form<Values> {
  const { initial, send, check, t, checksOnBlur, onChange, onInvalid, onError, ...submitOptions } = options;
  const root = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(initial);
  /** Events may follow each other before the next render. */
  const latest = useRef(values);
  const [found, setFound] = useState<FieldErrors>({});
  const [rejected, setRejected] = useState<FieldErrors>({});
  /** The values that the server rejected: sent once more, they would be rejected again. */
  const rejectedValues = useRef<Values | null>(null);
  const { isSending, submit } = useSubmit({
    ...submitOptions,
    onError(error) {
      if (isApiError(error) && error.body.fields !== undefined) {
        rejectedValues.current = latest.current;
        reject(error.body.fields);
      }
      return onError?.(error);
    },
  });
  const translate = (key: string): string => (t ? t(key as never) : key);
  const errors: FieldErrors = {
    ...Object.fromEntries(Object.entries(found).map(([name, key]) => [name, key && translate(key)])),
    ...rejected,
  };

  function reject(messages: FieldErrors): void {
    flushSync(() => setRejected(messages));
    focusInvalidField(findInvalidField(root.current));
  }

  function replace(next: Values | ((known: Values) => Values)): Values {
    latest.current = typeof next === 'function' ? next(latest.current) : next;
    setValues(latest.current);
    return latest.current;
  }

  function change(part: Partial<Values>, names: readonly string[] = Object.keys(part)): void {
    replace((known) => ({ ...known, ...part }));
    setFound((known) => without(known, names));
    setRejected((known) => without(known, names));
    onChange?.(latest.current);
  }

  async function checkField(name: TextField<Values>): Promise<void> {
    if (checksOnBlur === 'filled' && latest.current[name] === '') return;
    const all = await check?.(latest.current);
    setFound((known) => ({ ...known, [name]: all?.[name] }));
  }

  async function checkAndSend(): Promise<void> {
    const checked = latest.current;
    if (rejectedValues.current === checked) {
      const field = findInvalidField(root.current);
      if (field) return focusInvalidField(field);
    }
    setRejected({});
    const answer = check?.(checked) ?? {};
    // Without a promise the focus moves within the press, as keyboards on phones require.
    const wrong = answer instanceof Promise ? await answer : answer;
    flushSync(() => setFound(wrong));
    const invalid = findInvalidField(root.current);
    if (!invalid && Object.values(wrong).every((message) => message === undefined)) return send(checked);
    onInvalid?.(wrong);
    focusInvalidField(invalid);
  }

  const input = <Name extends TextField<Values>>(name: Name): FieldProps<Name> => ({
    name,
    value: String(values[name]),
    // Mantine's password fields do not set `aria-invalid` themselves.
    'aria-invalid': errors[name] !== undefined || undefined,
    onChange: (event) => change({ [name]: event.currentTarget.value } as Partial<Values>),
    onBlur: checksOnBlur && (() => void checkField(name)),
  });

  return {
    props: {
      ref: root,
      noValidate: true,
      onSubmit(event) {
        event?.preventDefault();
        void submit(checkAndSend);
      },
    },
    values,
    errors,
    isSending,
    change,
    replace,
    input,
    field: (name) => ({ ...input(name), error: errors[name] }),
    reject,
    submit,
  };
}
