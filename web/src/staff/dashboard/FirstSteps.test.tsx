import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '@/test/renderScreen'
import { standIn } from '@/test/server'
import { FirstSteps } from './FirstSteps'
import { OwedFacts } from './WeekFacts'

const server = standIn()

test('the first steps lead an owner without customers from the card to the first stamp', async () => {
  server.says('get', '/customers', { items: [], total: 0, nextCursor: null })
  await renderScreen(<FirstSteps />)
  const steps = within(await screen.findByRole('region', { name: 'Para empezar' }))
  expect(steps.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/app/settings#tarjeta',
    '/app/settings#cartel',
    '/app/importar',
    '/app/users',
    '/staff/checkin',
    '/ayuda/primeros-pasos',
  ])
})

test('the first steps disappear with the first customer', async () => {
  server.says('get', '/customers', { items: [], total: 1, nextCursor: null })
  await renderScreen(<FirstSteps />)
  await expect.poll(() => server.asked.length).toBe(1)
  expect(screen.queryByText('Para empezar')).toBeNull()
})

test('only kinds of owed rewards are named', async () => {
  await renderScreen(<OwedFacts owed={{ free: 0, half: 0, others: 1, customers: 1 }} />)
  expect(screen.getByText('1 descuento de bienvenida.')).toBeVisible()
})
