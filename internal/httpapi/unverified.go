package httpapi

import (
	"context"
	"strconv"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

type unverifiedCalls struct{ cases *service.Service }

// UnverifiedRegistrations can be discarded and restored.
type UnverifiedRegistrations struct {
	Days     []UnverifiedDay `json:"days" doc:"Days with such registrations among the last 30, latest first"`
	Discards []Discard       `json:"discards" doc:"Discards that can be restored, latest first"`
}

// UnverifiedDay counts a day's unverified registrations.
type UnverifiedDay struct {
	Day       loyalty.Day `json:"day"`
	Customers int64       `json:"customers"`
	Unusual   bool        `json:"unusual" doc:"The day is in the last week and has far more registrations than other days"`
}

// Discard has registrations discarded together.
type Discard struct {
	ID              string    `json:"id"`
	DiscardedAt     time.Time `json:"discardedAt"`
	RegisteredAt    time.Time `json:"registeredAt" doc:"Time of the first registration"`
	Customers       int64     `json:"customers"`
	RestorableUntil time.Time `json:"restorableUntil" doc:"They are erased afterwards"`
}

func discardOf(at, first time.Time, customers int64) Discard {
	return Discard{
		ID: strconv.FormatInt(at.UnixMilli(), 10), DiscardedAt: at, RegisteredAt: first,
		Customers: customers, RestorableUntil: at.Add(loyalty.DiscardUndoPeriod),
	}
}

type unverifiedOutput struct{ Body UnverifiedRegistrations }

func (c unverifiedCalls) show(ctx context.Context, _ *noInput) (*unverifiedOutput, error) {
	overview, err := c.cases.UnverifiedRegistrations.Overview(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	body := UnverifiedRegistrations{Days: []UnverifiedDay{}, Discards: []Discard{}}
	for _, day := range overview.Days {
		body.Days = append(body.Days, UnverifiedDay(day))
	}
	for _, discard := range overview.Discards {
		body.Discards = append(body.Discards, discardOf(discard.At, discard.First, discard.Customers))
	}
	return &unverifiedOutput{Body: body}, nil
}

// UnverifiedDayInput names a day.
type UnverifiedDayInput struct {
	Day string `path:"day" maxLength:"10" doc:"YYYY-MM-DD in the business's time zone"`
}

// UnverifiedPreview lists affected customers.
type UnverifiedPreview struct {
	Day   loyalty.Day          `json:"day"`
	AsOf  time.Time            `json:"asOf" doc:"Send it with the discard, which excludes later registrations"`
	Total int                  `json:"total"`
	Items []UnverifiedCustomer `json:"items" doc:"The first 50 registrations"`
}

// UnverifiedCustomer is a customer with an unverified registration.
type UnverifiedCustomer struct {
	CustomerID   string    `json:"customerId"`
	Name         string    `json:"name"`
	Phone        *string   `json:"phone"`
	RegisteredAt time.Time `json:"registeredAt"`
}

type unverifiedPreviewOutput struct{ Body UnverifiedPreview }

func (c unverifiedCalls) preview(ctx context.Context, in *UnverifiedDayInput) (*unverifiedPreviewOutput, error) {
	preview, err := c.cases.UnverifiedRegistrations.Preview(ctx, actor(ctx), in.Day)
	if err != nil {
		return nil, err
	}
	body := UnverifiedPreview{Day: preview.Day, AsOf: preview.AsOf, Total: preview.Total, Items: []UnverifiedCustomer{}}
	for _, customer := range preview.Customers {
		body.Items = append(body.Items, UnverifiedCustomer{
			CustomerID: customer.ID, Name: customer.Name, Phone: orNull(customer.Phone), RegisteredAt: customer.CreatedAt,
		})
	}
	return &unverifiedPreviewOutput{Body: body}, nil
}

type discardInput struct {
	UnverifiedDayInput
	Body struct {
		AsOf time.Time `json:"asOf" doc:"asOf of the preview"`
	}
}

// DiscardResult counts discarded registrations.
type DiscardResult struct {
	DiscardedCount int `json:"discarded" doc:"Number of discarded customers. Those verified since the preview are not discarded"`
}

type discardedOutput struct{ Body DiscardResult }

func (c unverifiedCalls) discard(ctx context.Context, in *discardInput) (*discardedOutput, error) {
	discardedCount, err := c.cases.UnverifiedRegistrations.Discard(ctx, actor(ctx), in.Day, in.Body.AsOf)
	return &discardedOutput{Body: DiscardResult{DiscardedCount: discardedCount}}, err
}

// RestoredCustomers is the result of a restore.
type RestoredCustomers struct {
	RestoredCount  int `json:"restored"`
	RemainingCount int `json:"left" doc:"Customers who stay discarded because another customer now has the phone"`
}

type restoredCustomersOutput struct{ Body RestoredCustomers }

func (c unverifiedCalls) restore(ctx context.Context, in *IDInput) (*restoredCustomersOutput, error) {
	at, err := strconv.ParseInt(in.ID, 10, 64)
	if err != nil {
		return nil, loyalty.ErrDiscardNotFound
	}
	restoredCount, remaining, err := c.cases.UnverifiedRegistrations.Restore(ctx, actor(ctx), time.UnixMilli(at).UTC())
	return &restoredCustomersOutput{Body: RestoredCustomers{RestoredCount: restoredCount, RemainingCount: remaining}}, err
}
