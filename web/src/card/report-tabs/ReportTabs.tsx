import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import './report-tabs.css'
import { texts } from './texts'

/** ReportTabs leads from one report to the others. On a phone it scrolls sideways, beginning at the shown one. */
export function ReportTabs() {
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const shown = nav.current?.querySelector<HTMLElement>('[data-status="active"]')
    if (nav.current && shown) {
      nav.current.scrollLeft = shown.offsetLeft - (nav.current.clientWidth - shown.offsetWidth) / 2
    }
  }, [])
  return (
    <nav ref={nav} aria-label={texts.label} className="report-tabs" data-scrolls>
      <Link to="/app/reports/services">{texts.services}</Link>
      <Link to="/app/informes/quien">{texts.staff}</Link>
      <Link to="/app/informes/tarjeta">{texts.card}</Link>
      <Link to="/app/informes/vuelven">{texts.returns}</Link>
      <Link to="/app/informes/falta">{texts.absent}</Link>
      <Link to="/app/informes/debo">{texts.debt}</Link>
      <Link to="/app/informes/horas">{texts.hours}</Link>
    </nav>
  )
}
