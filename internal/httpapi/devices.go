package httpapi

import (
	"context"
	"encoding/base64"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"axioma/internal/loyalty"
	"axioma/internal/qr"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
)

type deviceCalls struct {
	cases   *service.Service
	address publicAddress
}

const (
	deviceHeader       = "X-Device"
	appVersionHeader   = "X-App-Version"
	waitingHeader      = "X-Waiting" // unsent visits
	waitingSinceHeader = "X-Waiting-Since"
)

const maxAppVersion = 40

// fromDevice adds the named device to the caller. A revoked one is refused and its session ends; another business's is
// ignored.
func (a *API) fromDevice(ctx huma.Context, caller usecase.Actor, refusal error) (usecase.Actor, error) {
	token := ctx.Header(deviceHeader)
	if token == "" {
		return caller, refusal
	}
	device, known, err := a.cases.Devices.Get(ctx.Context(), token)
	if err != nil {
		return caller, err
	}
	isAnonymous := caller.UserID == ""
	if !known || caller.BusinessID != device.BusinessID && !isAnonymous {
		return caller, refusal
	}
	if device.IsRevoked() {
		return caller, a.endSessionOnDevice(ctx, refusal)
	}
	if refusal == nil {
		caller.DeviceID = device.ID
		a.cases.Devices.RecordContact(device, contactOf(ctx))
	}
	return caller, refusal
}

func (a *API) endSessionOnDevice(ctx huma.Context, refusal error) error {
	session, err := bearer(ctx)
	if err == nil && refusal == nil {
		if err := a.cases.Sessions.SignOut(ctx.Context(), session); err != nil {
			return err
		}
	}
	return loyalty.ErrDeviceRevoked
}

// contactOf returns the facts in a device's headers. It ignores invalid headers.
func contactOf(ctx huma.Context) loyalty.Contact {
	contact := loyalty.Contact{}
	if version := ctx.Header(appVersionHeader); len(version) <= maxAppVersion && usecase.IdempotencyKey(version).Validate() == nil {
		contact.AppVersion = version
	}
	if waiting, err := strconv.ParseInt(ctx.Header(waitingHeader), 10, 32); err == nil && waiting > 0 {
		contact.Waiting = waiting
		if since, err := time.Parse(time.RFC3339, ctx.Header(waitingSinceHeader)); err == nil {
			contact.WaitingSince = since
		}
	}
	return contact
}

// Device is a named browser at a counter.
type Device struct {
	ID            string        `json:"id"`
	Name          string        `json:"name"`
	CodeExpiresAt *time.Time    `json:"codeExpiresAt" doc:"When the enrolment code expires; null: it was used"`
	EnrolledAt    *time.Time    `json:"enrolledAt"`
	LastSeenAt    *time.Time    `json:"lastSeenAt" doc:"Rounded to the minute"`
	AppVersion    *string       `json:"appVersion"`
	Waiting       int64         `json:"waiting" doc:"Unsent visits at the device's last call"`
	WaitingSince  *time.Time    `json:"waitingSince" doc:"Time of the oldest unsent visit, by the device's clock"`
	RevokedAt     *time.Time    `json:"revokedAt"`
	HandedVisits  []HandedVisit `json:"handed" nullable:"false" doc:"Visits that the device handed over after it was revoked"`
}

// HandedVisit is a visit that a revoked device has handed over.
type HandedVisit struct {
	ID           string     `json:"id"`
	CustomerID   *string    `json:"customerId" doc:"The scanned customer, or the one with the phone"`
	CustomerName *string    `json:"customerName" doc:"The customer's current name, or the one that the device stored; null: unknown"`
	Phone        *string    `json:"phone" doc:"The typed phone, if no QR was scanned"`
	VisitedAt    time.Time  `json:"visitedAt"`
	ReceivedAt   time.Time  `json:"receivedAt"`
	ClockSkewMS  *int64     `json:"clockSkewMs" doc:"Milliseconds by which the device's clock was ahead; null: it was right"`
	ScannedBy    *string    `json:"scannedBy" doc:"Name of the signed-in user"`
	Authorized   bool       `json:"authorized" doc:"A second visit on the same day"`
	Notes        *string    `json:"notes"`
	Outcome      *string    `json:"outcome" enum:"REGISTERED,SETTLED,DISCARDED" doc:"SETTLED: the day already had a visit; null: undecided"`
	SettledAt    *time.Time `json:"settledAt"`
	SettledBy    *string    `json:"settledBy" doc:"Name of the user who decided"`
}

func deviceOf(d loyalty.Device) Device {
	return Device{
		ID: d.ID, Name: d.Name, CodeExpiresAt: instantOrNull(d.CodeExpiresAt), EnrolledAt: instantOrNull(d.EnrolledAt),
		LastSeenAt: instantOrNull(d.Contact.At), AppVersion: orNull(d.Contact.AppVersion), Waiting: d.Contact.Waiting,
		WaitingSince: instantOrNull(d.Contact.WaitingSince), RevokedAt: instantOrNull(d.RevokedAt), HandedVisits: []HandedVisit{},
	}
}

func (c deviceCalls) list(ctx context.Context, _ *noInput) (*listOutput[Device], error) {
	devices, err := c.cases.Devices.List(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	return wholeList(devices, func(entry access.ListedDevice) Device {
		device := deviceOf(entry.Device)
		for _, h := range entry.HandoverVisits {
			device.HandedVisits = append(device.HandedVisits, listedHandedOf(h))
		}
		return device
	}), nil
}

func listedHandedOf(h usecase.ListedHandoverVisit) HandedVisit {
	visit := handedOf(h.HandoverVisit)
	if h.CustomerName != "" {
		visit.CustomerName = &h.CustomerName
	}
	visit.ScannedBy, visit.SettledBy = orNull(h.ScannedBy), orNull(h.SettledBy)
	return visit
}

func (c deviceCalls) listWaiting(ctx context.Context, _ *noInput) (*listOutput[HandedVisit], error) {
	waiting, err := c.cases.Handovers.ListWaiting(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	return wholeList(waiting, listedHandedOf), nil
}

func (c deviceCalls) registerWaiting(ctx context.Context, in *IDInput) (*handedOutput, error) {
	return answerHanded(c.cases.Handovers.Register(ctx, actor(ctx), "", in.ID))
}

func (c deviceCalls) discardWaiting(ctx context.Context, in *IDInput) (*handedOutput, error) {
	return answerHanded(c.cases.Handovers.Discard(ctx, actor(ctx), "", in.ID))
}

func handedOf(h loyalty.HandoverVisit) HandedVisit {
	return HandedVisit{
		ID: h.ID, CustomerID: orNull(h.CustomerID), CustomerName: orNull(h.Name), Phone: orNull(h.Phone),
		VisitedAt: h.At, ReceivedAt: h.ReceivedAt, ClockSkewMS: clockSkewMS(h.ClockSkew),
		Authorized: h.Authorized, Notes: orNull(h.Notes), Outcome: orNull(h.Outcome), SettledAt: instantOrNull(h.SettledAt),
	}
}

type deviceNameInput struct {
	BaseURLInput
	Body struct {
		Name string `json:"name"`
	}
}

// NewDevice is a device with its one-time enrolment code.
type NewDevice struct {
	ID        string    `json:"id"`
	Name      string    `json:"name"`
	Code      string    `json:"code" doc:"Shown only once: the server stores its hash"`
	ExpiresAt time.Time `json:"expiresAt"`
	URL       string    `json:"url" doc:"URL to open on the device"`
	Picture   string    `json:"picture" doc:"The URL as a QR: a data URL of a PNG"`
}

type newDeviceOutput struct{ Body NewDevice }

func (c deviceCalls) add(ctx context.Context, in *deviceNameInput) (*newDeviceOutput, error) {
	device, err := c.cases.Devices.Add(ctx, actor(ctx), in.Body.Name)
	if err != nil {
		return nil, err
	}
	// The code is in the fragment, which browsers never send.
	url := c.address.baseURL(in.BaseURLInput) + "/staff/device#" + device.Code
	picture, err := qr.Link(url)
	if err != nil {
		return nil, err
	}
	return &newDeviceOutput{Body: NewDevice{
		ID: device.ID, Name: device.Name, Code: device.Code, ExpiresAt: device.CodeExpiresAt, URL: url,
		Picture: "data:image/png;base64," + base64.StdEncoding.EncodeToString(picture),
	}}, nil
}

type renameDeviceInput struct {
	IDInput
	Body struct {
		Name string `json:"name"`
	}
}

type deviceOutput struct{ Body Device }

func answerDevice(device loyalty.Device, err error) (*deviceOutput, error) {
	if err != nil {
		return nil, err
	}
	return &deviceOutput{Body: deviceOf(device)}, nil
}

func (c deviceCalls) rename(ctx context.Context, in *renameDeviceInput) (*deviceOutput, error) {
	return answerDevice(c.cases.Devices.Rename(ctx, actor(ctx), in.ID, in.Body.Name))
}

func (c deviceCalls) revoke(ctx context.Context, in *IDInput) (*deviceOutput, error) {
	return answerDevice(c.cases.Devices.Revoke(ctx, actor(ctx), in.ID))
}

type enrolInput struct {
	Body struct {
		Code  string `json:"code" maxLength:"64"`
		Asker string `json:"asker,omitempty" maxLength:"64" doc:"Random value of the browser. With it, a request can be retried until the code expires; without it, a code works once"`
	}
}

// EnrolledDevice has the device's token.
type EnrolledDevice struct {
	ID         string `json:"id"`
	BusinessID string `json:"businessId"`
	Name       string `json:"name"`
	Token      string `json:"token" doc:"Shown only once: the server stores its hash"`
}

type enrolledOutput struct{ Body EnrolledDevice }

func (c deviceCalls) enrol(ctx context.Context, in *enrolInput) (*enrolledOutput, error) {
	device, err := c.cases.Devices.Enrol(ctx, in.Body.Asker, in.Body.Code)
	if err != nil {
		return nil, err
	}
	return &enrolledOutput{Body: EnrolledDevice{ID: device.ID, BusinessID: device.BusinessID, Name: device.Name, Token: device.Token}}, nil
}

// HandoverVisit is a visit in the form in which the device stored it.
type HandoverVisit struct {
	Key        string  `json:"key" minLength:"1" maxLength:"200" doc:"The Idempotency-Key of all attempts to register the visit"`
	CustomerID *string `json:"customerId,omitempty" nullable:"true" maxLength:"64"`
	Phone      *string `json:"phone,omitempty" nullable:"true" maxLength:"40" doc:"The typed phone, if no QR was scanned"`
	Name       *string `json:"name,omitempty" nullable:"true" maxLength:"120" doc:"The customer's name on the device"`
	By         *string `json:"by,omitempty" nullable:"true" maxLength:"254" doc:"E-mail of the signed-in user"`
	VisitDetails
}

type handOverInput struct {
	Body struct {
		Token  string          `json:"token" maxLength:"64" doc:"The device's token"`
		Visits []HandoverVisit `json:"visits" maxItems:"20"`
	}
}

type handOverOutput struct {
	Body struct {
		TakenKeys []usecase.IdempotencyKey `json:"taken" nullable:"false" doc:"Keys of the visits that the device may delete"`
	}
}

func (c deviceCalls) handOver(ctx context.Context, in *handOverInput) (*handOverOutput, error) {
	visits := make([]service.HandoverVisit, len(in.Body.Visits))
	for i, visit := range in.Body.Visits {
		visits[i] = service.HandoverVisit{Name: orEmpty(visit.Name), ScannedBy: orEmpty(visit.By), VisitRequest: service.VisitRequest{
			CustomerID: orEmpty(visit.CustomerID), Phone: orEmpty(visit.Phone), Notes: orEmpty(visit.Notes),
			Authorized: visit.Authorized, Scanned: visit.Scanned, IDHash: visit.IDHash, QRHash: visit.QRHash, ServedBy: visit.ServedByID, Key: usecase.IdempotencyKey(visit.Key),
			Times: loyalty.VisitTimes{ScannedAt: timeOrZero(visit.ScannedAt), SentAt: timeOrZero(visit.SentAt)},
		}}
	}
	keys, err := c.cases.Handovers.Receive(ctx, in.Body.Token, visits)
	if err != nil {
		return nil, err
	}
	out := &handOverOutput{}
	out.Body.TakenKeys = keys
	return out, nil
}

type handedInput struct {
	IDInput
	VisitID string `path:"visitId" maxLength:"64"`
}

type handedOutput struct{ Body HandedVisit }

func answerHanded(handover loyalty.HandoverVisit, err error) (*handedOutput, error) {
	if err != nil {
		return nil, err
	}
	return &handedOutput{Body: handedOf(handover)}, nil
}

func (c deviceCalls) registerHanded(ctx context.Context, in *handedInput) (*handedOutput, error) {
	return answerHanded(c.cases.Handovers.Register(ctx, actor(ctx), in.ID, in.VisitID))
}

func (c deviceCalls) discardHanded(ctx context.Context, in *handedInput) (*handedOutput, error) {
	return answerHanded(c.cases.Handovers.Discard(ctx, actor(ctx), in.ID, in.VisitID))
}
