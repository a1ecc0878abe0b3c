package httpapi

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

type insightCalls struct{ cases *service.Service }

// InsightInput is a period and its comparison.
type InsightInput struct {
	Range   loyalty.Range      `query:"range" enum:"rolling,week,month" default:"rolling" doc:"Without from and to: the last 28 days, or this week or month up to today"`
	From    string             `query:"from" maxLength:"20" doc:"The first day, YYYY-MM-DD"`
	To      string             `query:"to" maxLength:"20" doc:"The last day, YYYY-MM-DD; at most 366 days"`
	Compare loyalty.Comparison `query:"compare" enum:"before,year" default:"before" doc:"The same days of the week or month before, or else as many days just before; or the same weekdays 52 weeks before"`
}

func (in InsightInput) request() service.InsightRequest {
	return service.InsightRequest{Range: in.Range, From: in.From, To: in.To, Compare: in.Compare}
}

// Share is a part of a number of people.
type Share struct {
	Part    int64  `json:"part"`
	Total   int64  `json:"total" doc:"Number of people"`
	Percent *int64 `json:"percent" doc:"null for fewer than 20 people"`
}

func shareOf(s loyalty.Share) Share {
	share := Share{Part: s.Part, Total: s.Total}
	if percent, ok := s.Percent(); ok {
		share.Percent = &percent
	}
	return share
}

// StaffFigures counts a user's acts in a period.
type StaffFigures struct {
	Visits       int64 `json:"visits" doc:"Registered and not deleted, also of customers who were deleted"`
	Days         int64 `json:"days" doc:"Days with a visit"`
	Customers    int64 `json:"customers" doc:"Different customers"`
	NewCustomers int64 `json:"newCustomers" doc:"Customers with their first visit ever"`
	Authorized   int64 `json:"authorized" doc:"Further visits of a day that the user allowed, also by merging records"`
	Undone       int64 `json:"undone" doc:"Own visits that the user removed within ten minutes"`
	Deleted      int64 `json:"deleted" doc:"Other visits that the user removed"`
	Redeemed     int64 `json:"redeemed" doc:"Rewards that the user gave"`
}

func staffFiguresOf(f service.StaffFigures) StaffFigures {
	return StaffFigures{
		Visits: f.Visits, Days: f.Days, Customers: f.Customers, NewCustomers: f.NewCustomers,
		Authorized: f.Authorized, Undone: f.Undone, Deleted: f.Deleted, Redeemed: f.Redeemed,
	}
}

// StaffLine has a user's figures.
type StaffLine struct {
	UserID           string       `json:"userId"`
	Name             string       `json:"name"`
	Now              StaffFigures `json:"now"`
	Before           StaffFigures `json:"before"`
	Returned         Share        `json:"returned" doc:"Share of the customers whose first visit in firstVisits the user registered, who came again within 90 days"`
	ReturnedToBarber Share        `json:"returnedToBarber" doc:"As returned, but came again to the same user"`
}

// StaffReport has the users' figures, by name.
type StaffReport struct {
	Period      Period      `json:"period"`
	Before      Period      `json:"before"`
	FirstVisits Period      `json:"firstVisits" doc:"When the first visits of the return rates were"`
	Items       []StaffLine `json:"items" doc:"All users; a BARBER gets only their own line"`
}

type staffReportOutput struct{ Body StaffReport }

func (c insightCalls) staff(ctx context.Context, in *InsightInput) (*staffReportOutput, error) {
	report, err := c.cases.Insights.Staff(ctx, actor(ctx), in.request())
	if err != nil {
		return nil, err
	}
	body := StaffReport{
		Period: periodOf(report.Now), Before: periodOf(report.Before), FirstVisits: periodOf(report.FirstVisits), Items: []StaffLine{},
	}
	for _, line := range report.Lines {
		body.Items = append(body.Items, StaffLine{
			UserID: line.UserID, Name: line.Name, Now: staffFiguresOf(line.Now), Before: staffFiguresOf(line.Before),
			Returned: shareOf(line.Returned), ReturnedToBarber: shareOf(line.ReturnedToBarber),
		})
	}
	return &staffReportOutput{Body: body}, nil
}

// ReturnMonth is the share of a month's new customers who came back.
type ReturnMonth struct {
	Month    string `json:"month" doc:"YYYY-MM"`
	Returned Share  `json:"returned"`
	Complete bool   `json:"complete" doc:"Whether all of them had 90 days to come back"`
}

// ReturnReport counts returned customers.
type ReturnReport struct {
	FirstVisits Period        `json:"firstVisits" doc:"First visits of returned and returnedToBarber"`
	Returned    Share         `json:"returned" doc:"Came again within 90 days"`
	ToBarber    Share         `json:"returnedToBarber" doc:"Came again within 90 days to the user who registered the first visit"`
	ThirdPeriod Period        `json:"thirdPeriod" doc:"First visits of thirdVisits"`
	ThirdVisits Share         `json:"thirdVisits" doc:"Came on three days or more within 180 days"`
	Months      []ReturnMonth `json:"months" doc:"Months of first visits, oldest first"`
}

type returnReportOutput struct{ Body ReturnReport }

func (c insightCalls) returns(ctx context.Context, _ *nothing) (*returnReportOutput, error) {
	report, err := c.cases.Insights.Returns(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	body := ReturnReport{
		FirstVisits: periodOf(report.FirstVisits), Returned: shareOf(report.Returned), ToBarber: shareOf(report.ToBarber),
		ThirdPeriod: periodOf(report.ThirdPeriod), ThirdVisits: shareOf(report.ThirdVisits), Months: []ReturnMonth{},
	}
	for _, month := range report.Months {
		body.Months = append(body.Months, ReturnMonth{Month: month.Month, Returned: shareOf(month.Returned), Complete: month.IsComplete})
	}
	return &returnReportOutput{Body: body}, nil
}

// OwedByAge counts owed rewards of a kind and age.
type OwedByAge struct {
	Kind     loyalty.RewardKind `json:"kind"`
	FromDays int                `json:"fromDays" doc:"Youngest age in days"`
	ToDays   *int               `json:"toDays" doc:"Oldest age in days; null: any"`
	Count    int64              `json:"count"`
}

// RewardFlow counts the rewards of a period.
type RewardFlow struct {
	Earned   int64 `json:"earned" doc:"Earned by stamps and not cancelled"`
	Redeemed int64 `json:"redeemed" doc:"Given, whenever they were earned"`
}

// DebtEstimate is the worth of owed rewards.
type DebtEstimate struct {
	Value    int64  `json:"value" doc:"Cents at the mean ticket: a free service whole, a half one half; welcome discounts not counted"`
	Cost     *int64 `json:"cost" doc:"Cents that they cost the business; null while serviceCost is unknown"`
	Expected *int64 `json:"expected" doc:"Cents of the value that customers will claim at the seen rate; null below 20 rewards"`
}

// SeenRedemption is a past redemption that the estimate uses.
type SeenRedemption struct {
	Redeemed   Share `json:"redeemed" doc:"Redeemed share of the rewards earned from 540 to 180 days ago"`
	MedianDays int   `json:"medianDays" doc:"Between earning and redeeming, of the redeemed ones"`
}

// DebtReport is what the business owes in rewards.
type DebtReport struct {
	Owed       []OwedByAge    `json:"owed" doc:"What active customers may redeem"`
	Estimate   *DebtEstimate  `json:"estimate" doc:"null while meanTicket is unknown"`
	MeanTicket int64          `json:"meanTicket" doc:"Cents; 0: unknown"`
	Cost       int64          `json:"serviceCost" doc:"A percentage; 0: unknown"`
	Period     Period         `json:"period"`
	Before     Period         `json:"before"`
	Flow       RewardFlow     `json:"flow"`
	FlowBefore RewardFlow     `json:"flowBefore"`
	Seen       SeenRedemption `json:"seen"`
}

type debtReportOutput struct{ Body DebtReport }

func (c insightCalls) debt(ctx context.Context, in *InsightInput) (*debtReportOutput, error) {
	report, err := c.cases.Insights.Debt(ctx, actor(ctx), in.request())
	if err != nil {
		return nil, err
	}
	body := DebtReport{
		Owed: owedByAgeOf(report), Estimate: debtEstimateOf(report), MeanTicket: report.Business.MeanTicket, Cost: report.Business.ServiceCost,
		Period: periodOf(report.InsightPeriods.Now), Before: periodOf(report.InsightPeriods.Before),
		Flow: RewardFlow(report.Now), FlowBefore: RewardFlow(report.Before),
		Seen: SeenRedemption{Redeemed: shareOf(report.Seen.Redeemed), MedianDays: report.Seen.MedianDays},
	}
	return &debtReportOutput{Body: body}, nil
}

func owedByAgeOf(report service.DebtReport) []OwedByAge {
	owed, bounds := []OwedByAge{}, service.AgeBounds()
	for _, each := range report.Owed {
		line := OwedByAge{Kind: each.Kind, Count: each.Count}
		if each.Age > 0 {
			line.FromDays = bounds[each.Age-1]
		}
		if each.Age < len(bounds) {
			oldest := bounds[each.Age] - 1
			line.ToDays = &oldest
		}
		owed = append(owed, line)
	}
	return owed
}

func debtEstimateOf(report service.DebtReport) *DebtEstimate {
	value, known := report.Value()
	if !known {
		return nil
	}
	estimate := DebtEstimate{Value: value}
	if report.Business.ServiceCost > 0 {
		cost := value * report.Business.ServiceCost / 100
		estimate.Cost = &cost
	}
	if _, isEnough := report.Seen.Redeemed.Percent(); isEnough {
		expected := value * report.Seen.Redeemed.Part / report.Seen.Redeemed.Total
		estimate.Expected = &expected
	}
	return &estimate
}
