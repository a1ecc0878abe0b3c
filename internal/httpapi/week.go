package httpapi

import (
	"context"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

// WeekReport is the owner's weekly summary.
type WeekReport struct {
	Today            Attendance    `json:"today"`
	RedemptionsToday int64         `json:"givenToday" doc:"Number of rewards redeemed today"`
	This             Attendance    `json:"this" doc:"Monday to today"`
	Before           Attendance    `json:"before" doc:"The same days of the week before"`
	Rolling          VisitCount    `json:"rolling" doc:"The last 28 days"`
	Earlier          VisitCount    `json:"rollingBefore" doc:"The 28 days before rolling"`
	LostCustomers    LostCustomers `json:"lost"`
	Owed             OwedRewards   `json:"owed"`
	Overrides        []Overrides   `json:"overrides" doc:"Visits that each user authorized or deleted this week"`
}

// VisitCount counts visits in a period.
type VisitCount struct {
	From   loyalty.Day `json:"from"`
	To     loyalty.Day `json:"to"`
	Visits int64       `json:"visits"`
}

func visitCountOf(count service.VisitCount) VisitCount {
	return VisitCount{From: count.Period.From, To: count.Period.To, Visits: count.Visits}
}

// LostCustomers are regular customers who stopped coming.
type LostCustomers struct {
	Total int            `json:"total"`
	Items []LostCustomer `json:"items" doc:"The first 20, latest visit first. /business/lost lists all"`
}

// LostCustomer is a regular customer who has stopped coming.
type LostCustomer struct {
	CustomerID  string    `json:"customerId"`
	Name        string    `json:"name"`
	Phone       *string   `json:"phone"`
	LastVisitAt time.Time `json:"lastVisitAt"`
	UsualGap    int       `json:"usualGapDays" doc:"Usual days between two visits"`
	SilentDays  int       `json:"silentDays"`
	UndoableGreeting
	MayGreet bool                  `json:"mayGreet" doc:"An invitation may be sent now"`
	Greeting loyalty.GreetingState `json:"greeting" enum:"NOW,NO_PHONE,MINOR,UNVERIFIED_PHONE,NO_CONSENT,INVITED,HELD_BACK" doc:"Whether an invitation may be sent now, or why not"`
}

// OwedRewards counts owed rewards by kind.
type OwedRewards struct {
	Free      int64 `json:"free"`
	Half      int64 `json:"half"`
	Others    int64 `json:"others" doc:"Welcome discounts"`
	Customers int64 `json:"customers" doc:"Customers who may redeem one of them"`
	Value     int64 `json:"value" doc:"Estimated value in cents at meanTicket; 0: meanTicket is unknown"`
}

// Overrides counts authorizations and deletions.
type Overrides struct {
	UserID           string `json:"userId"`
	Name             string `json:"name"`
	AuthorizedVisits int64  `json:"authorized" doc:"Authorized second visits on a day"`
	DeletedVisits    int64  `json:"deleted" doc:"Deleted visits"`
}

// TodayReport counts today's visits at the counter.
type TodayReport struct {
	Day    loyalty.Day `json:"day"`
	Visits int64       `json:"visits" doc:"Registered visits that were not deleted"`
}

type todayOutput struct{ Body TodayReport }

func (c reportCalls) today(ctx context.Context, _ *noInput) (*todayOutput, error) {
	today, err := c.cases.Reports.Today(ctx, actor(ctx))
	return &todayOutput{Body: TodayReport(today)}, err
}

type weekOutput struct{ Body WeekReport }

func (c reportCalls) week(ctx context.Context, _ *noInput) (*weekOutput, error) {
	week, err := c.cases.Reports.Week(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	body := WeekReport{
		Today:            attendanceOf(week.Today),
		RedemptionsToday: week.RedemptionsToday,
		This:             attendanceOf(week.ThisWeek),
		Before:           attendanceOf(week.LastWeek),
		Rolling:          visitCountOf(week.Rolling),
		Earlier:          visitCountOf(week.RollingBefore),
		LostCustomers:    LostCustomers{Total: week.LostTotal, Items: []LostCustomer{}},
		Owed:             OwedRewards{Free: week.Owed.Free, Half: week.Owed.Half, Others: week.Owed.Others, Customers: week.Owed.Customers, Value: week.OwedValue},
		Overrides:        []Overrides{},
	}
	for _, customer := range week.LostCustomers {
		body.LostCustomers.Items = append(body.LostCustomers.Items, lostOf(customer))
	}
	for _, person := range week.Overrides {
		body.Overrides = append(body.Overrides, Overrides(person))
	}
	return &weekOutput{Body: body}, nil
}

func (c reportCalls) listLost(ctx context.Context, in *ListInput) (*listOutput[LostCustomer], error) {
	page, err := c.cases.Reports.ListLost(ctx, actor(ctx), in.request())
	if err != nil {
		return nil, err
	}
	return listOf(page, lostOf), nil
}

func lostOf(customer service.LostCustomer) LostCustomer {
	return LostCustomer{
		CustomerID:  customer.CustomerID,
		Name:        customer.Name,
		Phone:       orNull(customer.Phone),
		LastVisitAt: customer.LastVisitAt,
		UsualGap:    customer.Rhythm.UsualGap(),
		SilentDays:  customer.SilentDays,
		MayGreet:    customer.State == loyalty.GreetNow,
		Greeting:    customer.State,

		UndoableGreeting: undoableGreetingOf(customer.GreetedAt),
	}
}
