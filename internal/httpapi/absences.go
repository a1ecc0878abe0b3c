package httpapi

import (
	"context"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

// AbsentCounts counts absent customers.
type AbsentCounts struct {
	All             int64 `json:"all"`
	ToInvite        int64 `json:"toInvite" doc:"Customers who can be invited now"`
	WithoutConsent  int64 `json:"withoutConsent" doc:"With a verified phone, without consent to marketing"`
	NoPhone         int64 `json:"withoutPhone"`
	UnverifiedPhone int64 `json:"unverifiedPhone" doc:"With an unverified phone from the public form"`
	Minors          int64 `json:"minors" doc:"Under 14, with a phone"`
	InvitedCount    int64 `json:"invited" doc:"Within the last 30 days"`
	HeldBackCount   int64 `json:"heldBack" doc:"Not invited this quarter, to measure the effect"`
}

func absentCountsOf(c service.AbsentCounts) AbsentCounts {
	return AbsentCounts{
		All: c.All(), ToInvite: c[loyalty.GreetNow], WithoutConsent: c[loyalty.GreetNoConsent],
		NoPhone: c[loyalty.GreetNoPhone], UnverifiedPhone: c[loyalty.GreetUnverified], Minors: c[loyalty.GreetMinor],
		InvitedCount: c[loyalty.GreetRecent], HeldBackCount: c[loyalty.GreetHeldBack],
	}
}

// AbsenceReport includes the effect of invitations.
type AbsenceReport struct {
	AtRiskCounts    AbsentCounts `json:"atRisk" doc:"No visit for 21 days and over 1.5 times the usual gap; without lost customers"`
	LostCounts      AbsentCounts `json:"lost" doc:"No visit for over 30 days and over twice the usual gap"`
	RecoveredCount  int64        `json:"recovered" doc:"Lost customers who came back in recoveredPeriod"`
	RecoveredPeriod Period       `json:"recoveredPeriod"`
	HoldsBack       bool         `json:"holdsBack" doc:"A tenth is held back, to measure the effect"`
	InvitedShare    Share        `json:"invited" doc:"Share of the absent customers invited in effectPeriod who came within 14 days"`
	HeldBackShare   Share        `json:"heldBack" doc:"Share of the customers held back in effectPeriod who came within 14 days"`
	EffectPeriod    Period       `json:"effectPeriod"`
}

type absenceReportOutput struct{ Body AbsenceReport }

func (c insightCalls) absences(ctx context.Context, _ *noInput) (*absenceReportOutput, error) {
	report, err := c.cases.Insights.Absences(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	return &absenceReportOutput{Body: AbsenceReport{
		AtRiskCounts: absentCountsOf(report.AtRiskCounts), LostCounts: absentCountsOf(report.LostCounts),
		RecoveredCount: report.RecoveredCount, RecoveredPeriod: periodOf(report.RecoveredPeriod), HoldsBack: report.HoldsBack,
		InvitedShare: shareOf(report.InvitedShare), HeldBackShare: shareOf(report.HeldBackShare), EffectPeriod: periodOf(report.EffectPeriod),
	}}, nil
}

// AbsentCustomer is a customer absent for longer than usual.
type AbsentCustomer struct {
	CustomerID  string    `json:"customerId"`
	Name        string    `json:"name"`
	Phone       string    `json:"phone"`
	LastVisitAt time.Time `json:"lastVisitAt"`
	UsualGap    int       `json:"usualGapDays" doc:"Usual days between two visits"`
	SilentDays  int       `json:"silentDays"`
	UndoableGreeting
	Greeting loyalty.GreetingState `json:"greeting" enum:"NOW,NO_PHONE,MINOR,UNVERIFIED_PHONE,NO_CONSENT,INVITED,HELD_BACK" doc:"Whether the customer may be invited now, or why not"`
}

type absentInput struct {
	ListInput
	Absence loyalty.Absence `query:"absence" enum:"AT_RISK,LOST" default:"LOST"`
	IsWhole bool            `query:"all" doc:"Include customers who cannot be invited now. Default: those to invite, and those whose invitation can be undone"`
}

func (c insightCalls) listAbsent(ctx context.Context, in *absentInput) (*listOutput[AbsentCustomer], error) {
	page, err := c.cases.Insights.ListAbsent(ctx, actor(ctx), service.AbsentRequest{
		Absence: in.Absence, IsWhole: in.IsWhole, ListRequest: in.request(),
	})
	if err != nil {
		return nil, err
	}
	return listOf(page, func(a service.AbsentCustomer) AbsentCustomer {
		return AbsentCustomer{
			CustomerID: a.CustomerID, Name: a.Name, Phone: a.Phone, LastVisitAt: a.LastVisitAt,
			UsualGap: a.Rhythm.UsualGap(), SilentDays: a.SilentDays, UndoableGreeting: undoableGreetingOf(a.GreetedAt), Greeting: a.State,
		}
	}), nil
}

// RecoveredCustomer is a customer who came again after having been lost.
type RecoveredCustomer struct {
	CustomerID string      `json:"customerId"`
	Name       string      `json:"name"`
	IsArchived bool        `json:"archived"`
	Day        loyalty.Day `json:"day" doc:"YYYY-MM-DD. Day of the visit"`
	SilentDays int         `json:"silentDays" doc:"Days since the visit before"`
}

func (c insightCalls) listRecovered(ctx context.Context, in *ListInput) (*listOutput[RecoveredCustomer], error) {
	page, err := c.cases.Insights.ListRecovered(ctx, actor(ctx), in.request())
	if err != nil {
		return nil, err
	}
	return listOf(page, func(r service.RecoveredCustomer) RecoveredCustomer {
		return RecoveredCustomer{
			CustomerID: r.CustomerID, Name: r.Name, IsArchived: r.IsArchived, Day: r.Day, SilentDays: r.Day.Since(r.LastDay),
		}
	}), nil
}

// SentGreeting is an invitation by the staff.
type SentGreeting struct {
	ID         string    `json:"id"`
	CustomerID string    `json:"customerId"`
	Name       string    `json:"name"`
	UserName   string    `json:"userName" doc:"Name of the user who wrote"`
	At         time.Time `json:"at"`
	CameBack   bool      `json:"cameBack" doc:"The customer came back within 14 days"`

	UndoableUntil time.Time `json:"undoableUntil" doc:"Until when DELETE /customers/{id}/greeting can undo it"`
}

func (c insightCalls) greetings(ctx context.Context, in *ListInput) (*listOutput[SentGreeting], error) {
	page, err := c.cases.Insights.ListGreetings(ctx, actor(ctx), in.request())
	if err != nil {
		return nil, err
	}
	return listOf(page, func(g service.SentGreeting) SentGreeting {
		return SentGreeting{
			ID: g.ID, CustomerID: g.CustomerID, Name: g.Name, UserName: g.UserName, At: g.At, CameBack: g.CameBack,
			UndoableUntil: loyalty.GreetingUndoableUntil(g.At),
		}
	}), nil
}

func absenceNames() map[loyalty.Absence]string {
	return map[loyalty.Absence]string{loyalty.AbsenceAtRisk: "En riesgo", loyalty.AbsenceLost: "Ha dejado de venir"}
}

func greetingNames() map[loyalty.GreetingState]string {
	return map[loyalty.GreetingState]string{
		loyalty.GreetNow: "sí", loyalty.GreetNoPhone: "no: sin teléfono", loyalty.GreetMinor: "no: menor de 14 años",
		loyalty.GreetUnverified: "no: teléfono sin comprobar", loyalty.GreetNoConsent: "no: sin consentimiento",
		loyalty.GreetRecent: "no: escrito hace menos de 30 días", loyalty.GreetHeldBack: "no: grupo de comparación",
	}
}

type absentFileInput struct {
	Absence loyalty.Absence `query:"absence" enum:"AT_RISK,LOST" default:"LOST"`
}

// absentFile returns a file without phones: another program would not know the consents.
func (c insightCalls) absentFile(ctx context.Context, in *absentFileInput) (*fileOutput, error) {
	page, err := c.cases.Insights.ListAbsent(ctx, actor(ctx), service.AbsentRequest{Absence: in.Absence, IsWhole: true})
	if err != nil {
		return nil, err
	}
	rows := [][]string{{"Cliente", "Estado", "Última visita", "Días sin venir", "Suele venir cada (días)", "Se le puede escribir"}}
	for _, a := range page.Items {
		rows = append(rows, []string{
			a.Name, absenceNames()[a.Absence], string(a.Rhythm.Last), decimal(int64(a.SilentDays)), decimal(int64(a.Rhythm.UsualGap())), greetingNames()[a.State],
		})
	}
	return csvFile("falta", rows), nil
}
