import { createRoute, redirect } from '@tanstack/react-router'
import { isAdminLevel } from '@/api/session'
import { lazyScreen } from '@/kit/lazyScreen'
import { requireRole } from './guards'
import { businessRoute } from './parentRoutes'
import * as searchOf from './routeSearch'
import { titles } from './texts'

const servicesReport = createRoute({
  getParentRoute: () => businessRoute,
  path: '/app/reports/services',
  staticData: { title: titles.report, help: 'informes' },
  validateSearch: searchOf.report,
  beforeLoad: () => requireRole(isAdminLevel, '/unauthorized'),
  component: lazyScreen(() => import('@/staff/reports/ServicesReportScreen'), 'ServicesReportScreen'),
})

const insights = createRoute({
  getParentRoute: () => businessRoute,
  path: '/app/informes',
  beforeLoad: () => {
    requireRole(isAdminLevel, '/app/informes/quien')
    throw redirect({ to: '/app/reports/services', replace: true })
  },
})

const staffInsight = createRoute({
  getParentRoute: () => businessRoute,
  path: '/app/informes/quien',
  staticData: { title: titles.staffInsight, help: 'informes' },
  validateSearch: searchOf.period,
  component: lazyScreen(() => import('@/staff/insights/StaffInsightScreen'), 'StaffInsightScreen'),
})

const returnsInsight = createRoute({
  getParentRoute: () => businessRoute,
  path: '/app/informes/vuelven',
  staticData: { title: titles.returnsInsight, help: 'informes' },
  beforeLoad: () => requireRole(isAdminLevel, '/unauthorized'),
  component: lazyScreen(() => import('@/staff/insights/ReturnsInsightScreen'), 'ReturnsInsightScreen'),
})

const cardInsight = createRoute({
  getParentRoute: () => businessRoute,
  path: '/app/informes/tarjeta',
  staticData: { title: titles.cardInsight, help: 'informes' },
  validateSearch: searchOf.card,
  beforeLoad: () => requireRole(isAdminLevel, '/unauthorized'),
  component: lazyScreen(() => import('@/staff/insights/CardInsightScreen'), 'CardInsightScreen'),
})

const hoursInsight = createRoute({
  getParentRoute: () => businessRoute,
  path: '/app/informes/horas',
  staticData: { title: titles.hoursInsight, help: 'informes' },
  beforeLoad: () => requireRole(isAdminLevel, '/unauthorized'),
  component: lazyScreen(() => import('@/staff/insights/HoursInsightScreen'), 'HoursInsightScreen'),
})

const absentInsight = createRoute({
  getParentRoute: () => businessRoute,
  path: '/app/informes/falta',
  staticData: { title: titles.absentInsight, help: 'informes' },
  validateSearch: searchOf.absence,
  beforeLoad: () => requireRole(isAdminLevel, '/unauthorized'),
  component: lazyScreen(() => import('@/staff/insights/AbsentInsightScreen'), 'AbsentInsightScreen'),
})

const debtInsight = createRoute({
  getParentRoute: () => businessRoute,
  path: '/app/informes/debo',
  staticData: { title: titles.debtInsight, help: 'informes' },
  validateSearch: searchOf.period,
  beforeLoad: () => requireRole(isAdminLevel, '/unauthorized'),
  component: lazyScreen(() => import('@/staff/insights/DebtInsightScreen'), 'DebtInsightScreen'),
})

export const reportRoutes = [
  servicesReport,
  insights,
  staffInsight,
  cardInsight,
  returnsInsight,
  hoursInsight,
  absentInsight,
  debtInsight,
] as const
