package httpapi

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

type insightCalls struct{ cases *service.Service }

// InsightInput is a period and its comparison.
type InsightInput struct {
	Range   loyalty.Range      `query:"range" enum:"rolling,week,month" default:"rolling" doc:"Without from and to: the last 28 days, or the current week or month up to today"`
	From    string             `query:"from" maxLength:"20" doc:"First day, YYYY-MM-DD"`
	To      string             `query:"to" maxLength:"20" doc:"Last day, YYYY-MM-DD. At most 366 days"`
	Compare loyalty.Comparison `query:"compare" enum:"before,year" default:"before" doc:"Compare with the same days of the previous week or month, with as many days immediately before, or with the same weekdays 52 weeks before"`
}

func (in InsightInput) request() service.InsightRequest {
	return service.InsightRequest{Range: in.Range, From: in.From, To: in.To, Compare: in.Compare}
}

// Share is a part of a number of people.
type Share struct {
	Part    int64  `json:"part"`
	Total   int64  `json:"total" doc:"Number of people"`
	Percent *int64 `json:"percent" doc:"null: fewer than 20 people"`
}

func shareOf(s loyalty.Share) Share {
	share := Share{Part: s.Part, Total: s.Total}
	if percent, ok := s.Percent(); ok {
		share.Percent = &percent
	}
	return share
}

// StaffFigures counts a user's acts.
type StaffFigures struct {
	Visits           int64 `json:"visits" doc:"Registered visits that were not deleted, also of archived and erased customers"`
	Days             int64 `json:"days" doc:"Days with a visit"`
	Customers        int64 `json:"customers" doc:"Different customers"`
	NewCustomers     int64 `json:"newCustomers" doc:"Customers whose first visit ever it was"`
	AuthorizedVisits int64 `json:"authorized" doc:"Second visits on a day that the user authorized, also by merges"`
	UndoneVisits     int64 `json:"undone" doc:"Own visits that the user undid within ten minutes"`
	DeletedVisits    int64 `json:"deleted" doc:"Other visits that the user deleted"`
	RedeemedRewards  int64 `json:"redeemed" doc:"Rewards that the user redeemed"`
}

func staffFiguresOf(f service.StaffFigures) StaffFigures {
	return StaffFigures{
		Visits: f.Visits, Days: f.Days, Customers: f.Customers, NewCustomers: f.NewCustomers,
		AuthorizedVisits: f.AuthorizedVisits, UndoneVisits: f.UndoneVisits, DeletedVisits: f.DeletedVisits, RedeemedRewards: f.RedeemedRewards,
	}
}

// StaffLine has a user's figures.
type StaffLine struct {
	UserID           string       `json:"userId"`
	Name             string       `json:"name"`
	Now              StaffFigures `json:"now"`
	Before           StaffFigures `json:"before"`
	ReturnedShare    Share        `json:"returned" doc:"Share who came again within 90 days, of the customers whose first visit in firstVisits the user registered"`
	ReturnedToBarber Share        `json:"returnedToBarber" doc:"Like returned, but came again to the same user"`
}

// StaffReport is sorted by name.
type StaffReport struct {
	Period      Period      `json:"period"`
	Before      Period      `json:"before"`
	FirstVisits Period      `json:"firstVisits" doc:"Period of the first visits for the return rates"`
	Items       []StaffLine `json:"items" doc:"Users with figures; for a BARBER only their own line"`
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
			ReturnedShare: shareOf(line.ReturnedShare), ReturnedToBarber: shareOf(line.ReturnedToBarber),
		})
	}
	return &staffReportOutput{Body: body}, nil
}

// ReturnMonth is the share of a month's new customers who came back.
type ReturnMonth struct {
	Month         string `json:"month" doc:"YYYY-MM"`
	ReturnedShare Share  `json:"returned"`
	Complete      bool   `json:"complete" doc:"All of them had 90 days to come back"`
}

// ReturnReport counts returned customers.
type ReturnReport struct {
	FirstVisits   Period        `json:"firstVisits" doc:"Period of the first visits of returned and returnedToBarber"`
	ReturnedShare Share         `json:"returned" doc:"Share who came again within 90 days"`
	ToBarber      Share         `json:"returnedToBarber" doc:"Share who came again within 90 days to the user who registered the first visit"`
	ThirdPeriod   Period        `json:"thirdPeriod" doc:"Period of the first visits of thirdVisits"`
	ThirdVisits   Share         `json:"thirdVisits" doc:"Share who came on three or more days within 180 days"`
	Months        []ReturnMonth `json:"months" doc:"Months of first visits, oldest first"`
}

type returnReportOutput struct{ Body ReturnReport }

func (c insightCalls) returns(ctx context.Context, _ *noInput) (*returnReportOutput, error) {
	report, err := c.cases.Insights.Returns(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	body := ReturnReport{
		FirstVisits: periodOf(report.FirstVisits), ReturnedShare: shareOf(report.ReturnedShare), ToBarber: shareOf(report.ToBarber),
		ThirdPeriod: periodOf(report.ThirdPeriod), ThirdVisits: shareOf(report.ThirdVisits), Months: []ReturnMonth{},
	}
	for _, month := range report.Months {
		body.Months = append(body.Months, ReturnMonth{Month: month.Month, ReturnedShare: shareOf(month.ReturnedShare), Complete: month.IsComplete})
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
	EarnedCount   int64 `json:"earned" doc:"Rewards earned by stamps and not cancelled"`
	RedeemedCount int64 `json:"redeemed" doc:"Rewards redeemed in the period, whenever they were earned"`
}

// DebtEstimate is the worth of owed rewards.
type DebtEstimate struct {
	Value         int64  `json:"value" doc:"Value in cents at meanTicket: a free service counts 100 %, half a service 50 %, welcome discounts nothing"`
	Cost          *int64 `json:"cost" doc:"What they cost the business, in cents; null: serviceCost is unknown"`
	ExpectedValue *int64 `json:"expected" doc:"Value in cents that customers will claim at the observed rate; null: fewer than 20 rewards"`
}

// SeenRedemption is the share of rewards redeemed, which the estimate uses.
type SeenRedemption struct {
	RedeemedShare Share `json:"redeemed" doc:"Redeemed share of the rewards earned from 540 to 181 days ago"`
	MedianDays    int   `json:"medianDays" doc:"Median of the days from earning to redeeming"`
}

// DebtReport has the owed rewards.
type DebtReport struct {
	Owed           []OwedByAge    `json:"owed" doc:"Rewards that active customers may redeem"`
	Estimate       *DebtEstimate  `json:"estimate" doc:"null: meanTicket is unknown"`
	MeanTicket     int64          `json:"meanTicket" doc:"Cents; 0: unknown"`
	Cost           int64          `json:"serviceCost" doc:"Percentage; 0: unknown"`
	Period         Period         `json:"period"`
	Before         Period         `json:"before"`
	Flow           RewardFlow     `json:"flow"`
	FlowBefore     RewardFlow     `json:"flowBefore"`
	SeenRedemption SeenRedemption `json:"seen"`
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
		SeenRedemption: SeenRedemption{RedeemedShare: shareOf(report.SeenRedemption.RedeemedShare), MedianDays: report.SeenRedemption.MedianDays},
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
	if _, isEnough := report.SeenRedemption.RedeemedShare.Percent(); isEnough {
		expectedValue := value * report.SeenRedemption.RedeemedShare.Part / report.SeenRedemption.RedeemedShare.Total
		estimate.ExpectedValue = &expectedValue
	}
	return &estimate
}
