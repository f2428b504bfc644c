import { Component, type ErrorInfo, type ReactNode } from 'react';
import { TryAgain } from './try-again.tsx';

interface Props {
  children: ReactNode;
  /** The boundary is reset when this value changes, for example at a navigation. */
  resetKey?: string;
  /** True to render nothing on an error, for optional parts. */
  silent?: boolean;
}

interface State {
  broken: boolean;
  busy: boolean;
  error?: unknown;
  resetKey?: string;
}

const whole = { broken: false, busy: false, error: undefined };

/** An error whose `retry` must complete before the boundary renders its content again. */
interface Retryable {
  retry?(): Promise<void>;
}

/** Error boundary with a retry button. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { ...whole, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown) {
    return { broken: true, error };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { ...whole, resetKey };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('A part of the page failed', error, info.componentStack);
  }

  readonly #tryAgain = async (): Promise<void> => {
    const { error } = this.state;
    this.setState({ busy: true });
    await (error as Retryable | null)?.retry?.();
    // The visitor may have navigated during the retry.
    this.setState((state) => (state.error === error ? whole : null));
  };

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    if (this.props.silent) return null;
    return (
      <TryAgain busy={this.state.busy} onTry={() => void this.#tryAgain()}>
        This part of the page could not be shown. Everything else keeps working.
      </TryAgain>
    );
  }
}
