package httpapi

func reportRoutes(a *API) []route {
	return []route{
		get("/reports/services", adminLevel, "Count each customer's visits by day, week and month", a.reports.services),
		get("/reports/services/charts", adminLevel, "Count the visits by day and hour, and the new customers", a.reports.servicesCharts),
		get("/reports/services/file", adminLevel, "Download the services report as a spreadsheet", a.reports.servicesFile),
		get("/reports/staff", staff, "Get the figures of each member of the staff; for a BARBER only their own", a.insights.staff),
		get("/reports/staff/file", staff, "Download the figures of each member of the staff as CSV", a.insights.staffFile),
		get("/reports/returns", adminLevel, "Get the shares of customers who come back after their first visit", a.insights.returns),
		get("/reports/returns/file", adminLevel, "Download the new customers by month, and how many came back, as CSV", a.insights.returnsFile),
		get("/reports/cohorts", adminLevel, "Get the cohorts of new customers by month, and the usual gaps between visits", a.insights.cohorts),
		get("/reports/cohorts/file", adminLevel, "Download the cohorts of new customers by month as CSV", a.insights.cohortsFile),
		get("/reports/card", adminLevel, "Get the funnel of the customers who registered in a period", a.insights.card),
		get("/reports/card/customers", adminLevel, "List the customers whose last step is this one, latest registration first", a.insights.cardCustomers),
		get("/reports/card/file", adminLevel, "Download the funnel of the customers who registered in a period as CSV", a.insights.cardFile),
		get("/reports/hours", adminLevel, "Count visits by weekday and hour of the last eight weeks, and of as many open days before", a.insights.hours),
		get("/reports/hours/file", adminLevel, "Download the visits by weekday and hour of the last eight weeks as CSV", a.insights.hoursFile),
		get("/reports/absent", adminLevel, "Count the absent customers, and the effect of invitations", a.insights.absences),
		get("/reports/absent/customers", adminLevel, "List the absent customers who can be invited, latest visit first", a.insights.listAbsent),
		get("/reports/absent/recovered", adminLevel, "List the customers who came back in the last 28 days, latest first", a.insights.listRecovered),
		get("/reports/absent/greetings", adminLevel, "List the invitations of the last year, newest first", a.insights.greetings),
		get("/reports/absent/file", adminLevel, "Download the absent customers as CSV", a.insights.absentFile),
		get("/reports/debt", adminLevel, "Get the rewards owed by age, and the rewards earned and redeemed", a.insights.debt),
		get("/reports/debt/file", adminLevel, "Download the rewards owed by kind and age as CSV", a.insights.debtFile),
	}
}
