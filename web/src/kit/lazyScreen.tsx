import { type ComponentType, createElement, type ReactNode, useReducer } from 'react'
import { MissingScreen } from './MissingScreen'

interface LazyScreen<Props> {
  (props: Props): ReactNode
  /** Asks for the file before it is needed; that it does not come is told when the screen is shown. */
  preload: () => Promise<void>
  /** Whether the file has come. */
  isLoaded: () => boolean
}

/**
 * A screen whose file is loaded when it is first shown. Where the file does not come, because there is no network or a
 * newer version has taken its place on the server, the screen says so and offers to ask again. It never loads the page
 * again by itself, as the router's own does: without a network the whole app would be gone.
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
    // A style sheet that failed is not asked for a second time: the screen would come without it.
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
    throw preload() // which is how React is told to wait
  }
  return Object.assign(render, { preload, isLoaded: () => screen !== null })
}
