package httpapi

import (
	"context"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

// RemovalState is the state of a request to remove a visit.
type RemovalState string

// The states.
const (
	RemovalNone    RemovalState = "NONE"
	RemovalWaiting RemovalState = "WAITING"
	RemovalRefused RemovalState = "REFUSED"
)

func removalOf(v loyalty.Visit) RemovalState {
	switch {
	case v.AwaitsRemoval():
		return RemovalWaiting
	case !v.RemovalRefusedAt.IsZero():
		return RemovalRefused
	}
	return RemovalNone
}

// CounterVisit is a visit registered today by the caller.
type CounterVisit struct {
	ID           string       `json:"id"`
	CustomerID   string       `json:"customerId"`
	CustomerName string       `json:"customerName"`
	VisitedAt    time.Time    `json:"visitedAt"`
	MayUndo      bool         `json:"mayUndo" doc:"It can be undone, within ten minutes. Later its removal can be requested"`
	Removal      RemovalState `json:"removal" enum:"NONE,WAITING,REFUSED" doc:"State of the removal request"`
}

type ownVisitsOutput struct {
	Body struct {
		Items []CounterVisit `json:"items" nullable:"false"`
	}
}

func (c visitCalls) own(ctx context.Context, _ *struct{}) (*ownVisitsOutput, error) {
	visits, err := c.cases.Visits.ListOwn(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	out := &ownVisitsOutput{}
	out.Body.Items = make([]CounterVisit, len(visits))
	for i, v := range visits {
		out.Body.Items[i] = counterVisitOf(v)
	}
	return out, nil
}

func counterVisitOf(v service.OwnVisit) CounterVisit {
	return CounterVisit{
		ID: v.ID, CustomerID: v.CustomerID, CustomerName: v.CustomerName, VisitedAt: v.At, MayUndo: v.MayUndo, Removal: removalOf(v.Visit),
	}
}

type removalOutput struct {
	Body struct {
		Removal RemovalState `json:"removal" enum:"NONE,WAITING,REFUSED" doc:"State of the request"`
	}
}

func answerRemoval(visit loyalty.Visit, err error) (*removalOutput, error) {
	if err != nil {
		return nil, err
	}
	out := &removalOutput{}
	out.Body.Removal = removalOf(visit)
	return out, nil
}

func (c visitCalls) askRemoval(ctx context.Context, in *IDInput) (*removalOutput, error) {
	return answerRemoval(c.cases.Visits.RequestRemoval(ctx, actor(ctx), in.ID))
}

func (c visitCalls) refuseRemoval(ctx context.Context, in *IDInput) (*removalOutput, error) {
	return answerRemoval(c.cases.Visits.RefuseRemoval(ctx, actor(ctx), in.ID))
}

// RemovalRequest awaits a decision.
type RemovalRequest struct {
	VisitID      string    `json:"visitId"`
	CustomerID   string    `json:"customerId"`
	CustomerName string    `json:"customerName"`
	VisitedAt    time.Time `json:"visitedAt"`
	RegisteredBy string    `json:"registeredBy" doc:"Name of the user who registered the visit and requests its removal"`
	AskedAt      time.Time `json:"askedAt"`
}

type removalRequestsOutput struct {
	Body struct {
		Items []RemovalRequest `json:"items" nullable:"false"`
	}
}

func (c visitCalls) removalRequests(ctx context.Context, _ *struct{}) (*removalRequestsOutput, error) {
	visits, err := c.cases.Visits.ListRemovalRequests(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	out := &removalRequestsOutput{}
	out.Body.Items = make([]RemovalRequest, len(visits))
	for i, v := range visits {
		out.Body.Items[i] = RemovalRequest{
			VisitID: v.ID, CustomerID: v.CustomerID, CustomerName: v.CustomerName, VisitedAt: v.At,
			RegisteredBy: v.RegisteredByName, AskedAt: v.RemovalRequestedAt,
		}
	}
	return out, nil
}
