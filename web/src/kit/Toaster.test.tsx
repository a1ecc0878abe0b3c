import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { notify, toastQueue } from './notify'
import { Toaster } from './Toaster'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
})

afterEach(() => {
  act(() => {
    notify.dismiss()
    vi.runOnlyPendingTimers()
  })
})

function show(send: () => unknown) {
  render(<Toaster />)
  act(() => {
    send()
    vi.advanceTimersByTime(20)
  })
}

const toast = (words: string) => screen.getByText(words).closest('li') as HTMLLIElement
const isLeaving = (words: string) => toast(words).dataset.removed === 'true'
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

describe('a toast', () => {
  // Spec: checkin-14, states-26, limits-15
  test.each([
    ['success', 2600, () => notify.success('Ya')],
    ['warning', 3600, () => notify.warning('Ya')],
    ['error', 4200, () => notify.error('Ya')],
    ['info', 4000, () => notify.info('Ya')],
    ['plain', 4000, () => notify.plain('Ya')],
    ['what can be undone', 10_000, () => notify.undoable('Ya', 'Deshacer', () => undefined)],
  ] as const)('stays as %s for %i ms', (_type, milliseconds, send) => {
    show(send)
    wait(milliseconds - 100)
    expect(isLeaving('Ya')).toBe(false)
    wait(100)
    expect(isLeaving('Ya')).toBe(true)
  })

  // Spec: states-26
  test('stays while loading', () => {
    show(() => notify.loading('Ya'))
    wait(60_000)
    expect(isLeaving('Ya')).toBe(false)
  })
})

// Spec: shell-7, limits-16
test('at most three toasts are visible, the newest ones', () => {
  show(() => ['uno', 'dos', 'tres', 'cuatro'].map((words) => notify.success(words)))
  const isVisible = (words: string) => toast(words).dataset.visible
  expect(['uno', 'dos', 'tres', 'cuatro'].map(isVisible)).toEqual(['false', 'true', 'true', 'true'])
})

// Spec: shell-7, limits-16
test('toasts are at the bottom right, 356 px wide and 14 px apart', () => {
  show(() => notify.success('Ya'))
  const place = document.querySelector<HTMLElement>('[data-sonner-toaster]')
  expect(place?.dataset).toMatchObject({ yPosition: 'bottom', xPosition: 'right' })
  expect(place?.style.getPropertyValue('--width')).toBe('356px')
  expect(place?.style.getPropertyValue('--gap')).toBe('14px')
})

// Spec: limits-18
test('Alt+T expands the toasts', () => {
  show(() => notify.success('Ya'))
  expect(toast('Ya').dataset.expanded).toBe('false')
  fireEvent.keyDown(document, { altKey: true, code: 'KeyT' })
  expect(toast('Ya').dataset.expanded).toBe('true')
})

// Spec: limits-17
test.each([
  [44, false],
  [45, true],
])('a swipe of %i px dismisses: %j', (pixels, dismissed) => {
  show(() => notify.success('Ya'))
  // A slow swipe is judged only by its length.
  fireEvent.pointerDown(toast('Ya'), { clientX: 0, clientY: 0 })
  wait(1000)
  for (const clientX of [5, pixels]) fireEvent.pointerMove(toast('Ya'), { clientX, clientY: 0 })
  fireEvent.pointerUp(toast('Ya'), { clientX: pixels, clientY: 0 })
  expect(isLeaving('Ya')).toBe(dismissed)
})

// Spec: errors-46
test.each([
  ['✅ Guardado.', ['✅']],
  ['Guardado.', [null]],
])('the toast %s has one icon', (message, icons) => {
  show(() => notify.success(message))
  const item = screen.getByText('Guardado.').closest('li')
  const drawings = [...(item?.querySelectorAll('svg') ?? [])]
  expect(drawings.map((drawing) => drawing.getAttribute('data-sign'))).toEqual(icons)
  expect(item).toHaveTextContent(message)
})

// Spec: limits-16
test('the focused field scrolls clear of a toast', () => {
  render(<input aria-label="Nombre" />)
  const field = screen.getByLabelText('Nombre')
  const scrollIntoView = vi.fn()
  field.scrollIntoView = scrollIntoView
  field.focus()
  show(() => notify.success('Ya'))
  wait(20)
  expect(scrollIntoView).toHaveBeenCalledExactlyOnceWith({ block: 'nearest', behavior: 'instant' })
})

test('toasts appear in a live region that existed before they were loaded', () => {
  const place = vi.spyOn(toastQueue, 'host').mockReturnValue(null)
  const { container, rerender } = render(<Toaster />)
  const liveRegion = container.querySelector('[aria-live=polite]')
  expect(liveRegion).toBeEmptyDOMElement()
  place.mockRestore()
  rerender(<Toaster />)
  expect(container.querySelector('[aria-live=polite]')).toBe(liveRegion)
  expect(liveRegion).toContainElement(screen.getByRole('region', { name: /^Notificaciones/ }))
})
