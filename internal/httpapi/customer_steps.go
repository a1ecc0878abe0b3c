package httpapi

import (
	"context"
	"fmt"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

// Quartiles are the quartiles of some numbers of days.
type Quartiles struct {
	Count  int64 `json:"count" doc:"Number of people"`
	First  int   `json:"first" doc:"First quartile; 0 without people"`
	Median int   `json:"median"`
	Third  int   `json:"third"`
}

// StepFigures counts a period's customers who reached a step.
type StepFigures struct {
	ReachedShare Share     `json:"reached" doc:"Share of the customers who registered"`
	Took         Quartiles `json:"took" doc:"Days since the previous step that they reached; for a redemption, since the first reward"`
}

// StepCount counts the customers who reached a step.
type StepCount struct {
	Step   loyalty.CardStep `json:"step"`
	Now    StepFigures      `json:"now"`
	Before StepFigures      `json:"before"`
}

// CardReport is about a period's new customers.
type CardReport struct {
	Period        Period      `json:"period" doc:"Period of the registrations"`
	Before        Period      `json:"before" doc:"Comparison period; its customers are counted at the same time after their registration"`
	Counting      bool        `json:"counting" doc:"The figures are still being counted: retry in a minute"`
	Steps         []StepCount `json:"steps" doc:"In the order of the funnel"`
	FirstReward   Quartiles   `json:"firstReward" doc:"Days from the first visit to the first reward"`
	SlowReward    bool        `json:"slowReward" doc:"The median of firstReward is over 30 days, with at least 20 customers"`
	ImportedCount int64       `json:"imported" doc:"Imported in the period; not counted"`
	WithPaperCard int64       `json:"withPaperCard" doc:"Registered in the period with stamps of a paper card; not counted"`
	VisitTarget   int64       `json:"visitTarget"`
	HalfReward    bool        `json:"halfReward" doc:"Half a card earns a reward"`
}

type cardReportOutput struct{ Body CardReport }

// CardInput has the period and its comparison.
type CardInput struct {
	From    string             `query:"from" maxLength:"20" doc:"First day, YYYY-MM-DD. Without from and to: the last 52 weeks"`
	To      string             `query:"to" maxLength:"20" doc:"Last day, YYYY-MM-DD. At most 366 days"`
	Compare loyalty.Comparison `query:"compare" enum:"before,year" default:"before" doc:"Compare with as many days immediately before, or with the same weekdays 52 weeks before"`
}

func (in CardInput) request() service.InsightRequest {
	return service.InsightRequest{From: in.From, To: in.To, Compare: in.Compare}
}

func (c insightCalls) card(ctx context.Context, in *CardInput) (*cardReportOutput, error) {
	report, err := c.cases.Insights.Card(ctx, actor(ctx), in.request())
	if err != nil {
		return nil, err
	}
	body := CardReport{
		Period: periodOf(report.Now), Before: periodOf(report.Before), Counting: report.IsCounting, Steps: []StepCount{},
		FirstReward: Quartiles(report.FirstReward), SlowReward: report.IsSlow(), ImportedCount: report.ImportedCount, WithPaperCard: report.WithPaperCard,
		VisitTarget: report.VisitTarget, HalfReward: report.HalfRewardEnabled,
	}
	for _, step := range report.Steps {
		body.Steps = append(body.Steps, StepCount{Step: step.Step, Now: stepFiguresOf(step.Now), Before: stepFiguresOf(step.Before)})
	}
	return &cardReportOutput{Body: body}, nil
}

func stepFiguresOf(f service.StepFigures) StepFigures {
	return StepFigures{ReachedShare: shareOf(f.ReachedShare), Took: Quartiles(f.Took)}
}

// StepCustomer is a customer who has stopped at a step.
type StepCustomer struct {
	CustomerID   string      `json:"customerId"`
	Name         string      `json:"name"`
	RegisteredOn loyalty.Day `json:"registeredOn" doc:"YYYY-MM-DD"`
	LastVisit    *string     `json:"lastVisitOn" doc:"YYYY-MM-DD; null: no visit"`
}

type stepInput struct {
	CardInput
	Step   loyalty.CardStep `query:"step" enum:"REGISTERED,FIRST_VISIT,SECOND_VISIT,HALF,FULL,REDEEMED" default:"REGISTERED"`
	Limit  int              `query:"limit" minimum:"1" maximum:"1000" default:"50"`
	Cursor string           `query:"cursor" maxLength:"500" doc:"nextCursor of the previous page"`
}

func (c insightCalls) cardCustomers(ctx context.Context, in *stepInput) (*listOutput[StepCustomer], error) {
	page, err := c.cases.Insights.ListStep(ctx, actor(ctx), service.StepRequest{
		InsightRequest: in.CardInput.request(), Step: in.Step, ListRequest: ListInput{Limit: in.Limit, Cursor: in.Cursor}.request(),
	})
	if err != nil {
		return nil, err
	}
	return listOf(page, func(s service.StepCustomer) StepCustomer {
		return StepCustomer{CustomerID: s.CustomerID, Name: s.Name, RegisteredOn: s.RegisteredOn, LastVisit: orNull(s.Rhythm.Last)}
	}), nil
}

func stepNames() map[loyalty.CardStep]string {
	return map[loyalty.CardStep]string{
		loyalty.StepRegistered: "Registro", loyalty.StepFirst: "Primera visita", loyalty.StepSecond: "Segunda visita",
		loyalty.StepHalf: "50 %", loyalty.StepFull: "Servicio gratis", loyalty.StepRedeemed: "Canje",
	}
}

func (c insightCalls) cardFile(ctx context.Context, in *CardInput) (*fileOutput, error) {
	report, err := c.cases.Insights.Card(ctx, actor(ctx), in.request())
	if err != nil {
		return nil, err
	}
	rows := [][]string{{"Paso", "Registrados desde", "Registrados hasta", "Clientes", "De", "Días desde el paso anterior (mediana)", "Clientes antes", "De (antes)"}}
	for _, step := range report.Steps {
		median := ""
		if step.Now.Took.Count > 0 {
			median = fmt.Sprint(step.Now.Took.Median)
		}
		rows = append(rows, []string{
			stepNames()[step.Step], string(report.Now.From), string(report.Now.To), decimal(step.Now.ReachedShare.Part), decimal(step.Now.ReachedShare.Total),
			median, decimal(step.Before.ReachedShare.Part), decimal(step.Before.ReachedShare.Total),
		})
	}
	return csvFile(fmt.Sprintf("tarjeta-%s-%s", report.Now.From, report.Now.To), rows), nil
}

// Cohort is the new customers of a month.
type Cohort struct {
	Month string  `json:"month" doc:"YYYY-MM"`
	Came  []Share `json:"came" doc:"Customers who came in that month, the next one, and so on up to the current, unfinished month"`
}

// CohortReport shows when and how often new customers came again.
type CohortReport struct {
	Counting  bool      `json:"counting" doc:"The figures are still being counted: retry in a minute"`
	Cohorts   []Cohort  `json:"cohorts" doc:"Cohorts of the last twelve months, oldest first"`
	Gaps      Quartiles `json:"gaps" doc:"Usual days between visits of the customers who came in gapPeriod, from their last three to ten days with a visit"`
	GapPeriod Period    `json:"gapPeriod"`
	GapWeeks  []int64   `json:"gapWeeks" doc:"Customers by usual gap in rounded weeks: one, two, and so on; the last count includes all longer gaps"`
}

type cohortReportOutput struct{ Body CohortReport }

func (c insightCalls) cohorts(ctx context.Context, _ *noInput) (*cohortReportOutput, error) {
	report, err := c.cases.Insights.Cohorts(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	body := CohortReport{
		Counting: report.IsCounting, Cohorts: []Cohort{}, Gaps: Quartiles(report.Gaps), GapPeriod: periodOf(report.GapPeriod), GapWeeks: report.GapWeeks,
	}
	for _, cohort := range report.Cohorts {
		line := Cohort{Month: cohort.Month, Came: []Share{}}
		for _, visitors := range cohort.Came {
			line.Came = append(line.Came, shareOf(loyalty.Share{Part: visitors, Total: cohort.Customers}))
		}
		body.Cohorts = append(body.Cohorts, line)
	}
	return &cohortReportOutput{Body: body}, nil
}

func (c insightCalls) cohortsFile(ctx context.Context, _ *noInput) (*fileOutput, error) {
	report, err := c.cases.Insights.Cohorts(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	head := []string{"Mes de la primera visita", "Clientes nuevos"}
	for number := range loyalty.CohortMonths {
		head = append(head, fmt.Sprintf("Vinieron en el mes %d", number))
	}
	rows := [][]string{head}
	for _, cohort := range report.Cohorts {
		row := []string{cohort.Month, decimal(cohort.Customers)}
		for _, visitors := range cohort.Came {
			row = append(row, decimal(visitors))
		}
		for len(row) < len(head) {
			row = append(row, "")
		}
		rows = append(rows, row)
	}
	return csvFile("vuelven-por-meses-"+string(report.GapPeriod.To), rows), nil
}

// HourChange compares an hour's visits.
type HourChange struct {
	Weekday int   `json:"weekday" doc:"1 is Monday"`
	Hour    int   `json:"hour" doc:"0 to 23, local time"`
	Visits  int64 `json:"visits"`
	Before  int64 `json:"before" doc:"0 if the weekday is not comparable"`
}

// OpenDays counts a weekday's days with visits.
type OpenDays struct {
	Weekday      int  `json:"weekday" doc:"1 is Monday"`
	Open         int  `json:"open" doc:"Days of period with a visit. They are compared with the latest as many of before"`
	Closed       int  `json:"closed" doc:"Days of period without a visit; they are skipped"`
	ClosedBefore int  `json:"closedBefore" doc:"Days of before without a visit; they are skipped"`
	IsComparable bool `json:"comparable" doc:"false: before has fewer days with visits than period"`
}

// HoursReport compares visits by weekday and hour.
type HoursReport struct {
	Period         Period       `json:"period"`
	Before         Period       `json:"before"`
	Visits         int64        `json:"visits"`
	ComparedVisits int64        `json:"visitsCompared" doc:"Visits of period, on comparable weekdays"`
	VisitsBefore   int64        `json:"visitsBefore" doc:"Visits of before, on the compared days"`
	Weekdays       []OpenDays   `json:"weekdays" doc:"Without weekdays that have no visit in period"`
	Hours          []HourChange `json:"hours" doc:"Without hours that have no visit in either period"`
}

type hoursReportOutput struct{ Body HoursReport }

func (c insightCalls) hours(ctx context.Context, _ *noInput) (*hoursReportOutput, error) {
	report, err := c.cases.Insights.Hours(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	body := HoursReport{
		Period: periodOf(report.Now), Before: periodOf(report.Before),
		Visits: report.Visits, ComparedVisits: report.ComparedVisits, VisitsBefore: report.VisitsBefore,
		Weekdays: []OpenDays{}, Hours: []HourChange{},
	}
	for _, weekday := range report.Weekdays {
		body.Weekdays = append(body.Weekdays, OpenDays(weekday))
	}
	for _, hour := range report.Hours {
		body.Hours = append(body.Hours, HourChange(hour))
	}
	return &hoursReportOutput{Body: body}, nil
}

func (c insightCalls) hoursFile(ctx context.Context, _ *noInput) (*fileOutput, error) {
	report, err := c.cases.Insights.Hours(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	rows := [][]string{{"Día", "Hora", "Visitas", "Visitas antes", "Diferencia", "Días con visitas"}}
	weekdays := map[int]service.OpenDays{}
	for _, weekday := range report.Weekdays {
		weekdays[weekday.Weekday] = weekday
	}
	for _, hour := range report.Hours {
		weekday := weekdays[hour.Weekday]
		before, change := "", ""
		if weekday.IsComparable {
			before, change = decimal(hour.Before), decimal(hour.Visits-hour.Before)
		}
		rows = append(rows, []string{loyalty.Weekday(hour.Weekday).Name(), fmt.Sprint(hour.Hour), decimal(hour.Visits), before, change, fmt.Sprint(weekday.Open)})
	}
	return csvFile("horas-"+string(report.Now.To), rows), nil
}
