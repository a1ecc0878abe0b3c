package httpapi

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

type reportCalls struct{ cases *service.Service }

// Period is a range of days in the business's time zone.
type Period struct {
	From string `json:"from" doc:"First day, YYYY-MM-DD"`
	To   string `json:"to" doc:"Last day, YYYY-MM-DD"`
}

func periodOf(p loyalty.Period) Period { return Period{From: string(p.From), To: string(p.To)} }

// ReportWindow is a day, its week from Monday and its month.
type ReportWindow struct {
	Day   Period `json:"day"`
	Week  Period `json:"week"`
	Month Period `json:"month"`
}

// ServiceCount counts a customer's visits.
type ServiceCount struct {
	CustomerID string `json:"customerId"`
	Name       string `json:"name"`
	Day        int64  `json:"day"`
	Week       int64  `json:"week"`
	Month      int64  `json:"month"`
}

// ServicesReport lists a range's customers, most visits first.
type ServicesReport struct {
	Total      int64          `json:"total" doc:"Visits in the range, in all pages"`
	Customers  int64          `json:"customers" doc:"Number of items in all pages"`
	Items      []ServiceCount `json:"items"`
	NextCursor *string        `json:"nextCursor" doc:"null on the last page"`
	Range      loyalty.Range  `json:"range" enum:"day,week,month"`
	Window     ReportWindow   `json:"window"`
}

// ReportInput is the query of every form of the report.
type ReportInput struct {
	Date  string        `query:"date" maxLength:"20" doc:"A day, YYYY-MM-DD; default: today"`
	Range loyalty.Range `query:"range" enum:"day,week,month" default:"week" doc:"List the customers who came in this range"`
}

type servicesReportInput struct {
	ReportInput
	Search string `query:"q" maxLength:"200" doc:"Part of a name"`
	Limit  int    `query:"limit" minimum:"1" maximum:"1000" doc:"Default: all"`
	Cursor string `query:"cursor" maxLength:"1000" doc:"nextCursor of the previous page"`
}

type servicesReportOutput struct{ Body ServicesReport }

func (c reportCalls) services(ctx context.Context, in *servicesReportInput) (*servicesReportOutput, error) {
	report, err := c.cases.Reports.Services(ctx, actor(ctx), service.ReportRequest{
		Date: in.Date, Range: in.Range, Search: in.Search, Limit: in.Limit, Cursor: in.Cursor,
	})
	if err != nil {
		return nil, err
	}
	items := make([]ServiceCount, len(report.Items))
	for i, item := range report.Items {
		items[i] = ServiceCount(item)
	}
	return &servicesReportOutput{Body: ServicesReport{
		Total:      report.Visits,
		Customers:  report.Total,
		Items:      items,
		NextCursor: orNull(report.Next),
		Range:      report.Range,
		Window: ReportWindow{
			Day:   periodOf(report.Window.Day),
			Week:  periodOf(report.Window.Week),
			Month: periodOf(report.Window.Month),
		},
	}}, nil
}

// DayCount counts the visits of a day.
type DayCount struct {
	Day          string `json:"day" doc:"YYYY-MM-DD"`
	Visits       int64  `json:"visits"`
	NewCustomers int64  `json:"newCustomers" doc:"Customers whose first visit ever it was"`
}

// HourCount counts an hour's visits.
type HourCount struct {
	Weekday int   `json:"weekday" doc:"1 is Monday, 7 is Sunday"`
	Hour    int   `json:"hour" doc:"0 to 23 in the business's time zone"`
	Visits  int64 `json:"visits"`
}

// Attendance counts a period's visits and customers.
type Attendance struct {
	Period
	Visits       int64 `json:"visits"`
	Customers    int64 `json:"customers"`
	NewCustomers int64 `json:"newCustomers" doc:"Customers whose first visit is in the period"`
}

func attendanceOf(c service.VisitorCounts) Attendance {
	return Attendance{Period: periodOf(c.Period), Visits: c.Visits, Customers: c.Customers, NewCustomers: c.NewCustomers}
}

// ServicesCharts counts visits and new customers.
type ServicesCharts struct {
	Came  Attendance  `json:"came" doc:"The month or week of the date"`
	Days  []DayCount  `json:"days" doc:"Every day of the period"`
	Hours []HourCount `json:"hours" doc:"The hours with visits"`

	Comparison VisitComparison `json:"comparison"`
}

// VisitComparison compares a range, up to today, with the one before.
type VisitComparison struct {
	Period Period `json:"period" doc:"Range that contains the date; a current one ends today"`
	Before Period `json:"before" doc:"The same days of the week or month before; for a day, the same weekday"`
	Visits int64  `json:"visits"`
	Former int64  `json:"visitsBefore"`
}

type servicesChartsOutput struct{ Body ServicesCharts }

func (c reportCalls) servicesCharts(ctx context.Context, in *ReportInput) (*servicesChartsOutput, error) {
	charts, err := c.cases.Reports.Charts(ctx, actor(ctx), in.Date, in.Range)
	if err != nil {
		return nil, err
	}
	comparison := charts.Comparison
	body := ServicesCharts{
		Came: attendanceOf(charts.Visitors), Days: []DayCount{}, Hours: []HourCount{},
		Comparison: VisitComparison{
			Period: periodOf(comparison.Periods.Now), Before: periodOf(comparison.Periods.Before),
			Visits: comparison.Visits, Former: comparison.Before,
		},
	}
	for _, day := range charts.Days {
		body.Days = append(body.Days, DayCount{Day: string(day.Day), Visits: day.Visits, NewCustomers: day.NewCustomers})
	}
	for _, hour := range charts.Hours {
		body.Hours = append(body.Hours, HourCount(hour))
	}
	return &servicesChartsOutput{Body: body}, nil
}
