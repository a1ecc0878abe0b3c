package httpapi

func reportRoutes(a *API) []route {
	return []route{
		get("/reports/services", adminLevel, "Each customer's visits by day, week and month", a.reports.services),
		get("/reports/services/charts", adminLevel, "Visits by day and hour, and new customers", a.reports.servicesCharts),
		get("/reports/services/file", adminLevel, "The services report as a spreadsheet", a.reports.servicesFile),
		get("/reports/staff", staff, "What each member of the staff did; a BARBER gets the own line", a.insights.staff),
		get("/reports/staff/file", staff, "What each member of the staff did, as CSV", a.insights.staffFile),
		get("/reports/returns", adminLevel, "How many customers come back after their first visit", a.insights.returns),
		get("/reports/returns/file", adminLevel, "New customers by month and how many came back, as CSV", a.insights.returnsFile),
		get("/reports/cohorts", adminLevel, "In which months new customers came again, and how often customers come", a.insights.cohorts),
		get("/reports/cohorts/file", adminLevel, "New customers by month and in which months they came again, as CSV", a.insights.cohortsFile),
		get("/reports/card", adminLevel, "How far the customers who registered in a period have come", a.insights.card),
		get("/reports/card/customers", adminLevel, "Customers who have come to a step and no further, latest registration first", a.insights.cardCustomers),
		get("/reports/card/file", adminLevel, "How far the customers who registered in a period have come, as CSV", a.insights.cardFile),
		get("/reports/hours", adminLevel, "Visits by weekday and hour of the last eight weeks, and of as many open days before", a.insights.hours),
		get("/reports/hours/file", adminLevel, "Visits by weekday and hour of the last eight weeks, as CSV", a.insights.hoursFile),
		get("/reports/absent", adminLevel, "Who stopped coming, and what invitations did", a.insights.absences),
		get("/reports/absent/customers", adminLevel, "Absent customers who can be invited, latest visit first", a.insights.absent),
		get("/reports/absent/recovered", adminLevel, "Customers who came back in the last 28 days, latest first", a.insights.recovered),
		get("/reports/absent/greetings", adminLevel, "Invitations of the last year, newest first", a.insights.greetings),
		get("/reports/absent/file", adminLevel, "Absent customers, as CSV", a.insights.absentFile),
		get("/reports/debt", adminLevel, "The rewards owed by age, and what becomes of rewards", a.insights.debt),
		get("/reports/debt/file", adminLevel, "The rewards owed by kind and age, as CSV", a.insights.debtFile),
	}
}
