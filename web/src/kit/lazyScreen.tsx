import { type ComponentType, createElement, type ReactNode, useReducer } from 'react'
import { MissingScreen } from './MissingScreen'

interface LazyScreen<Props> {
  (props: Props): ReactNode
  /** A failed load is reported when the screen renders. */
  preload: () => Promise<void>
  isLoaded: () => boolean
}

/**
 * Loads a screen on its first render. Offers a retry if the file is missing (offline or after a
 * deployment). The router's lazy routes would reload the page, which loses the app offline.
 */
export function lazyScreen<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyScreen<Props> {
  let screen: ComponentType<Props> | null = null
  let failure: { cause: unknown } | null = null
  let loading: Promise<void> | null = null

  const preload = () => {
    if (screen) return Promise.resolve()
    loading ??= load()
      .then((file) => {
        screen = file[name]
        failure = null
      })
      .catch((cause: unknown) => {
        failure = { cause }
      })
      .finally(() => {
        loading = null
      })
    return loading
  }
  const reload = async () => {
    // Browsers do not request a failed style sheet again, so the screen would lack it.
    if (/CSS/.test(String(failure?.cause))) return false
    await preload()
    return screen !== null
  }
  const forget = () => {
    failure = null
  }

  const render = (props: Props) => {
    const [, rerender] = useReducer((times: number) => times + 1, 0)
    if (screen) return createElement(screen, props)
    if (failure) return <MissingScreen reload={reload} onLoaded={rerender} onLeft={forget} />
    throw preload() // makes React suspend
  }
  return Object.assign(render, { preload, isLoaded: () => screen !== null })
}
