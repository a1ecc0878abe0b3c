import { Component, type ReactNode } from 'react'
import { ScreenError } from '@/kit/ScreenError'

export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    return this.state.broken ? <ScreenError /> : this.props.children
  }
}
