package httpapi

import (
	"context"
	"net/http"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/usecase"
)

type visitCalls struct{ cases *service.Service }

// RegisteredVisit is the response to a visit.
type RegisteredVisit struct {
	ID           string     `json:"id"`
	CustomerID   string     `json:"customerId"`
	CustomerName string     `json:"customerName"`
	VisitedAt    time.Time  `json:"visitedAt"`
	Notes        *string    `json:"notes"`
	Authorized   bool       `json:"authorized" doc:"It is an authorized second visit on its day"`
	RegisteredBy *string    `json:"registeredBy" doc:"For a settled visit: name of the user who registered the existing visit"`
	ReceivedAt   *time.Time `json:"receivedAt" doc:"When a late visit was received; null for others"`
	ClockSkewMS  *int64     `json:"clockSkewMs" doc:"Milliseconds by which the device's clock was ahead; null: it was right"`
	Settled      bool       `json:"settled" doc:"The day already had a visit: this is that visit, and no stamp was added"`
	Waiting      bool       `json:"waiting" doc:"It arrived late, for an earlier day, from an unnamed device or after 72 hours. It adds no stamp until the owner accepts it"`
	Replayed     bool       `json:"replayed" doc:"The idempotency key was used before: this is that visit, with the current progress"`
	DeletedAt    *time.Time `json:"deletedAt" doc:"For a replayed visit: when it was deleted or undone"`
	Progress     Progress   `json:"progress" doc:"The customer's current progress"`
	NewReward    *NewReward `json:"newReward,omitempty" doc:"The reward that this visit earned"`
}

// NewReward is the reward that the visit earned.
type NewReward struct {
	ID   string             `json:"id"`
	Kind loyalty.RewardKind `json:"kind"`
	Note string             `json:"note"`
}

// VisitDetails are the optional fields of a visit.
type VisitDetails struct {
	Notes      *string `json:"notes,omitempty" nullable:"true"`
	Authorized bool    `json:"authorized,omitempty" doc:"Allows another visit on the same day (ADMIN, OWNER, SUPERADMIN). Requires an Idempotency-Key"`
	Scanned    bool    `json:"scanned,omitempty" doc:"The customer's id comes from a QR. A revoked QR is refused"`
	IDHash     string  `json:"idHash,omitempty" maxLength:"16" doc:"For a visit that a device stored: hash of the customer's or the QR's id, the first 12 bytes of its SHA-256 in base64url. The customer's id is then the snapshot's, or the first 8 characters of the hashed id"`
	QRHash     string  `json:"qrHash,omitempty" maxLength:"16" doc:"From an earlier app: hash of the scanned QR's id with the snapshot's key. The customer's id is then the snapshot's"`
	ServedByID string  `json:"servedById,omitempty" maxLength:"64" doc:"Id of the user who did the service, from GET /counter/staff; default: the caller"`
	Day        string  `json:"day,omitempty" doc:"YYYY-MM-DD, within the last 7 days: enters the visit of a customer who was not scanned (ADMIN, OWNER, SUPERADMIN). Requires a reason and an Idempotency-Key"`
	Reason     string  `json:"reason,omitempty" doc:"Why the visit of another day is entered now"`
	VisitTimes
}

// VisitTimes are instants of the device's clock. Only their difference counts.
type VisitTimes struct {
	ScannedAt *time.Time `json:"scannedAt,omitempty" nullable:"true" doc:"When the customer was scanned. Send it with sentAt"`
	SentAt    *time.Time `json:"sentAt,omitempty" nullable:"true" doc:"When the device sent this request"`
}

type visitInput struct {
	IDInput
	Key  string        `header:"Idempotency-Key"`
	Body *VisitDetails `required:"false"`
}

// visitOutput has status 201 for a new or replayed visit, 200 if the day had one, 202 if the visit waits for the owner.
type visitOutput struct {
	Status int
	Body   RegisteredVisit
}

func (c visitCalls) register(ctx context.Context, in *visitInput) (*visitOutput, error) {
	details := VisitDetails{}
	if in.Body != nil {
		details = *in.Body
	}
	return c.registerWith(ctx, details, service.VisitRequest{CustomerID: in.ID, Key: usecase.IdempotencyKey(in.Key)})
}

type visitOfInput struct {
	Key  string `header:"Idempotency-Key"`
	Body struct {
		CustomerID string `json:"customerId" minLength:"1" maxLength:"64"`
		VisitDetails
	}
}

func (c visitCalls) registerNamed(ctx context.Context, in *visitOfInput) (*visitOutput, error) {
	return c.registerWith(ctx, in.Body.VisitDetails, service.VisitRequest{CustomerID: in.Body.CustomerID, Key: usecase.IdempotencyKey(in.Key)})
}

type visitByPhoneInput struct {
	Key  string `header:"Idempotency-Key"`
	Body struct {
		Phone string `json:"phone"`
		VisitDetails
	}
}

func (c visitCalls) registerByPhone(ctx context.Context, in *visitByPhoneInput) (*visitOutput, error) {
	return c.registerWith(ctx, in.Body.VisitDetails, service.VisitRequest{Phone: in.Body.Phone, Key: usecase.IdempotencyKey(in.Key)})
}

func (c visitCalls) registerWith(ctx context.Context, details VisitDetails, request service.VisitRequest) (*visitOutput, error) {
	request.Notes, request.Authorized = orEmpty(details.Notes), details.Authorized
	request.Scanned, request.IDHash, request.QRHash = details.Scanned, details.IDHash, details.QRHash
	request.ServedBy = details.ServedByID
	request.Day, request.Reason = loyalty.Day(details.Day), details.Reason
	request.Times = loyalty.VisitTimes{ScannedAt: timeOrZero(details.ScannedAt), SentAt: timeOrZero(details.SentAt)}
	result, err := c.cases.Visits.Register(ctx, actor(ctx), request)
	if err != nil {
		return nil, err
	}
	out := &visitOutput{Status: http.StatusCreated, Body: RegisteredVisit{
		ID:           result.Visit.ID,
		CustomerID:   result.Visit.CustomerID,
		CustomerName: result.CustomerName,
		VisitedAt:    result.Visit.At,
		Notes:        orNull(result.Visit.Notes),
		Authorized:   result.Visit.AuthorizedBy != "",
		RegisteredBy: orNull(result.RegisteredByName),
		ReceivedAt:   receivedAt(result.Visit),
		ClockSkewMS:  clockSkewMS(result.Visit.ClockSkew),
		Settled:      result.Settled,
		Waiting:      result.Waiting,
		Replayed:     result.Replayed,
		DeletedAt:    instantOrNull(result.DeletedAt),
		Progress:     progressOf(result.Progress),
	}}
	switch {
	case result.Waiting:
		out.Status = http.StatusAccepted
	case result.Settled:
		out.Status = http.StatusOK
	}
	if reward := result.NewReward; reward != nil {
		out.Body.NewReward = &NewReward{ID: reward.ID, Kind: reward.Kind, Note: reward.Note()}
	}
	return out, nil
}

func receivedAt(v loyalty.Visit) *time.Time {
	if !v.IsLate() {
		return nil
	}
	return &v.ReceivedAt
}

func clockSkewMS(skew time.Duration) *int64 {
	if skew == 0 {
		return nil
	}
	ms := skew.Milliseconds()
	return &ms
}

// Visit is a visit in a list.
type Visit struct {
	ID           string     `json:"id"`
	VisitedAt    time.Time  `json:"visitedAt"`
	LocalDay     string     `json:"localDay" doc:"The day in the business's time zone, YYYY-MM-DD"`
	Notes        *string    `json:"notes"`
	RegisteredBy *string    `json:"registeredBy" doc:"Name of the user who registered it"`
	ServedBy     *string    `json:"servedBy" doc:"Name of the user who did the service; null: registeredBy"`
	AuthorizedBy *string    `json:"authorizedBy" doc:"Name of the user who authorized a second visit that day"`
	ReceivedAt   *time.Time `json:"receivedAt" doc:"When a late visit was received; null for others"`
	ClockSkewMS  *int64     `json:"clockSkewMs" doc:"Milliseconds by which the device's clock was ahead; null: it was right"`
	PastDay      bool       `json:"pastDay" doc:"An administrator entered it on a later day, at receivedAt"`
	Device       *string    `json:"device" doc:"Name of the device that registered it; null: a device without a name"`
}

func visitOf(v usecase.ListedVisit) Visit {
	return Visit{
		ID:           v.ID,
		VisitedAt:    v.At,
		LocalDay:     string(v.Day),
		Notes:        orNull(v.Notes),
		RegisteredBy: orNull(v.RegisteredByName),
		ServedBy:     orNull(v.ServedByName),
		AuthorizedBy: orNull(v.AuthorizedByName),
		ReceivedAt:   receivedAt(v.Visit),
		ClockSkewMS:  clockSkewMS(v.Visit.ClockSkew),
		PastDay:      v.PastDay,
		Device:       orNull(v.DeviceName),
	}
}

type listOfInput struct {
	IDInput
	ListInput
}

func (c visitCalls) list(ctx context.Context, in *listOfInput) (*listOutput[Visit], error) {
	return c.page(ctx, in.ID, in.ListInput)
}

type visitsOfInput struct {
	CustomerID string `query:"customerId" required:"true" minLength:"1" maxLength:"64"`
	ListInput
}

func (c visitCalls) listNamed(ctx context.Context, in *visitsOfInput) (*listOutput[Visit], error) {
	return c.page(ctx, in.CustomerID, in.ListInput)
}

func (c visitCalls) page(ctx context.Context, customerID string, list ListInput) (*listOutput[Visit], error) {
	page, err := c.cases.Visits.List(ctx, actor(ctx), customerID, list.request())
	if err != nil {
		return nil, err
	}
	return listOf(page, visitOf), nil
}

// PublicVisit is a visit on the page of a QR.
type PublicVisit struct {
	ID        string    `json:"id"`
	VisitedAt time.Time `json:"visitedAt"`
	Notes     *string   `json:"notes,omitempty" doc:"Only for the browser in which the customer registered"`
}

func (c visitCalls) listPublic(ctx context.Context, in *listOfInput) (*listOutput[PublicVisit], error) {
	page, err := c.cases.Visits.Public(ctx, in.ID, in.request())
	if err != nil {
		return nil, err
	}
	return listOf(page, publicVisitOf), nil
}

func publicVisitOf(v usecase.ListedVisit) PublicVisit {
	return PublicVisit{ID: v.ID, VisitedAt: v.At, Notes: orNull(v.NotesForCustomer())}
}

// DeletedVisit is the response to a deletion.
type DeletedVisit struct {
	OK       bool     `json:"ok"`
	Progress Progress `json:"progress" doc:"The customer's current progress"`
}

type deletedVisitOutput struct{ Body DeletedVisit }

func (c visitCalls) delete(ctx context.Context, in *IDInput) (*deletedVisitOutput, error) {
	return answerDeleted(c.cases.Visits.Delete(ctx, actor(ctx), in.ID))
}

func (c visitCalls) undo(ctx context.Context, in *IDInput) (*deletedVisitOutput, error) {
	return answerDeleted(c.cases.Visits.Undo(ctx, actor(ctx), in.ID))
}

func answerDeleted(progress loyalty.Progress, err error) (*deletedVisitOutput, error) {
	if err != nil {
		return nil, err
	}
	return &deletedVisitOutput{Body: DeletedVisit{OK: true, Progress: progressOf(progress)}}, nil
}
