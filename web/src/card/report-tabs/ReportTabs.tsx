import { Link } from '@tanstack/react-router'
import { useSignedIn } from '@/api'
import { isAdminLevel } from '@/api/session'
import { texts } from './texts'
import './insights.css'

/** InsightTabs leads from one question to the others. A barber has one page. */
export function InsightTabs() {
  const { role } = useSignedIn()
  if (!isAdminLevel(role)) return null
  return (
    <nav aria-label={texts.title} className="insight-tabs">
      <Link to="/app/reports/services">{texts.pages.services}</Link>
      <Link to="/app/informes/quien">{texts.pages.staff}</Link>
      <Link to="/app/informes/vuelven">{texts.pages.returns}</Link>
      <Link to="/app/informes/debo">{texts.pages.debt}</Link>
    </nav>
  )
}
