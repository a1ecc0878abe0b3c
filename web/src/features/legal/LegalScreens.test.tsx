import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CookiesScreen, LegalNoticeScreen, PrivacyScreen } from './LegalScreens'

test('the privacy policy says who, why, how long and which rights', () => {
  render(<PrivacyScreen />)
  const page = screen.getByRole('article')
  expect(page).toHaveTextContent(/barbería .* responsable del tratamiento/)
  expect(page).toHaveTextContent(/Axioma .* encargada del tratamiento/)
  expect(page).toHaveTextContent(/6 años\s*los registros mercantiles y contables/)
  expect(page).toHaveTextContent(/3 años\s*los relativos a publicidad y la prueba de tus consentimientos/)
  for (const right of ['Acceso', 'Rectificación', 'Supresión', 'Oposición', 'Limitación', 'Portabilidad']) {
    expect(screen.getByText(right)).toBeVisible()
  }
  expect(page).toHaveTextContent(/Agencia Española de Protección de Datos/)
})

test('the legal notice says what the welcome discount is good for', () => {
  render(<LegalNoticeScreen />)
  expect(screen.getByRole('heading', { level: 1, name: 'Aviso legal' })).toBeVisible()
  expect(screen.getByText('vale para un solo servicio y no se suma a otras ofertas.')).toBeVisible()
})

test('the page on cookies asks for nothing and names what is kept', () => {
  render(<CookiesScreen />)
  expect(screen.getByText(/no usa cookies/)).toBeVisible()
  expect(screen.getByText('Tu sesión')).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})
