package httpapi

import (
	"context"
	"net/http"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/usecase"
)

type customerCalls struct {
	cases  *service.Service
	passes passCalls
	qrs    qrPictures
}

// Customer is a customer. Phone and e-mail are masked below admin level.
type Customer struct {
	ID          string     `json:"id"`
	Name        string     `json:"name"`
	Phone       *string    `json:"phone"`
	Email       *string    `json:"email"`
	Masked      bool       `json:"masked" doc:"Phone and e-mail are masked"`
	Birthday    *string    `json:"birthday" doc:"YYYY-MM-DD"`
	Notes       *string    `json:"notes"`
	Tag         *string    `json:"tag" doc:"Bonus type: BONO_VIP_A, BONO_VIP_B, BONO_VIP_C, BONO_TARJETA, BONO_FAMILIA or ESPORADICO; null while the bonus is inactive"`
	TagLabel    *string    `json:"tagLabel"`
	Active      bool       `json:"active" doc:"The bonus is active"`
	VisitsCount int64      `json:"visitsCount"`
	LastVisitAt *time.Time `json:"lastVisitAt"`
	CreatedAt   time.Time  `json:"createdAt"`
	UndoableGreeting
	Version int64       `json:"version" doc:"Version of the editable data, for If-Match"`
	QRURL   string      `json:"qrUrl"`
	Family  *Membership `json:"family"`

	EmailUnproved bool `json:"emailUnproved" doc:"The e-mail came from the public form and is unconfirmed"`

	PhoneUnproved bool `json:"phoneUnproved" doc:"The phone came from the public form and is unverified"`

	PhoneReleasedAt *time.Time `json:"phoneReleasedAt" doc:"When the number's present owner released it from this record"`

	GuardianID *string `json:"guardianId" doc:"For a child without their own phone: the guardian's customer id"`

	GuardianName string `json:"guardianName,omitempty" doc:"Guardian who consented for a customer under 14; only in the response with one customer"`
}

// Membership is a place in a family.
type Membership struct {
	ID     string               `json:"id"`
	Name   string               `json:"name"`
	Policy loyalty.FamilyPolicy `json:"policy" enum:"POOL,INDIVIDUAL"`
	Role   loyalty.FamilyRole   `json:"role" enum:"PRIMARY,ADULT,CHILD"`
}

func customerOf(ctx context.Context, c loyalty.Customer) Customer {
	customer := Customer{
		ID:          c.ID,
		Name:        c.Name,
		Phone:       orNull(c.Phone),
		Email:       orNull(c.Email),
		Masked:      !actor(ctx).Role.IsAdminLevel(),
		Birthday:    orNull(c.Birthday),
		Notes:       orNull(c.Notes),
		Tag:         orNull(c.Tag),
		TagLabel:    orNull(c.Tag.Label()),
		Active:      c.Tag != loyalty.TagNone,
		VisitsCount: c.VisitsCount,
		LastVisitAt: instantOrNull(c.LastVisitAt),
		CreatedAt:   c.CreatedAt,
		Version:     c.Version,
		QRURL:       qrURL(c.QR()),

		UndoableGreeting: undoableGreetingOf(c.GreetedAt),

		EmailUnproved:   c.Email != "" && c.EmailUnverified && !c.IsChild(),
		PhoneUnproved:   c.Phone != "" && c.PhoneUnverified,
		PhoneReleasedAt: instantOrNull(c.PhoneReleasedAt),

		GuardianID:   orNull(c.GuardianID),
		GuardianName: c.Guardian,
	}
	if c.Family != nil {
		customer.Family = &Membership{ID: c.Family.FamilyID, Name: c.Family.Name, Policy: c.Family.Policy, Role: c.Family.Role}
	}
	return customer
}

func timeOrZero(instant *time.Time) time.Time {
	if instant == nil {
		return time.Time{}
	}
	return *instant
}

func instantOrNull(instant time.Time) *time.Time {
	if instant.IsZero() {
		return nil
	}
	return &instant
}

// IDInput is exported because huma ignores embedded inputs that are not.
type IDInput struct {
	ID string `path:"id" maxLength:"64"`
}

// PublicCustomer is what a caller who knows only the id may see.
type PublicCustomer struct {
	ID         string  `json:"id"`
	BusinessID string  `json:"businessId"`
	Name       string  `json:"name" doc:"First word of the name for a minor"`
	Phone      *string `json:"phone" doc:"Masked: only the first two and the last two digits"`

	Progress *Progress `json:"progress" doc:"null unless the caller is the browser in which the customer registered"`
	PassLinks
}

type publicCustomerOutput struct{ Body PublicCustomer }

func (c customerCalls) showPublic(ctx context.Context, in *IDInput) (*publicCustomerOutput, error) {
	customer, err := c.cases.Customers.Public(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	body := PublicCustomer{
		ID: in.ID, BusinessID: customer.BusinessID, Name: customer.Name, Phone: orNull(customer.Phone), PassLinks: c.passes.links(in.ID),
	}
	if customer.Card != nil {
		progress := progressOf(*customer.Card)
		body.Progress = &progress
	}
	return &publicCustomerOutput{Body: body}, nil
}

type customerOutput struct{ Body Customer }

func (c customerCalls) show(ctx context.Context, in *IDInput) (*customerOutput, error) {
	return answerCustomer(ctx)(c.cases.Customers.Get(ctx, actor(ctx), in.ID))
}

func answerCustomer(ctx context.Context) func(loyalty.Customer, error) (*customerOutput, error) {
	return func(c loyalty.Customer, err error) (*customerOutput, error) {
		if err != nil {
			return nil, err
		}
		return &customerOutput{Body: customerOf(ctx, c)}, nil
	}
}

// ListInput is the query of every list.
type ListInput struct {
	Search string `query:"q" maxLength:"200" doc:"Search text"`
	Limit  int    `query:"limit" minimum:"1" maximum:"1000" default:"50"`
	Cursor string `query:"cursor" maxLength:"500" doc:"nextCursor of the previous page"`
}

func (in ListInput) request() usecase.ListRequest {
	return usecase.ListRequest{Search: in.Search, Limit: in.Limit, Cursor: in.Cursor}
}

// List is a page of a list.
type List[T any] struct {
	Items      []T     `json:"items"`
	Total      int64   `json:"total" doc:"Number of items in all pages"`
	NextCursor *string `json:"nextCursor" doc:"null on the last page"`
}

type listOutput[T any] struct{ Body List[T] }

func listOf[From, To any](page usecase.List[From], convert func(From) To) *listOutput[To] {
	items := make([]To, len(page.Items))
	for i, item := range page.Items {
		items[i] = convert(item)
	}
	return &listOutput[To]{Body: List[To]{Items: items, Total: page.Total, NextCursor: orNull(page.Next)}}
}

func wholeList[From, To any](items []From, convert func(From) To) *listOutput[To] {
	return listOf(usecase.List[From]{Items: items, Total: int64(len(items))}, convert)
}

type customersInput struct {
	ListInput
	Owed       bool   `query:"owed" doc:"Only customers who are owed a reward"`
	NotSeenFor int    `query:"notSeenFor" minimum:"1" maximum:"3650" doc:"Only customers without a visit for this many days. For a customer without visits, the days since they were added"`
	Birthday   bool   `query:"birthday" doc:"Only customers whose birthday is today or within six days"`
	Sort       string `query:"sort" enum:"name,lastVisit,owed" default:"name" doc:"By name, by latest visit, or by rewards owed: first by value (a free service counts as two of 50 %), then by number"`
	From       string `query:"from" maxLength:"40" doc:"Only customers whose name equals this text or follows it in Spanish order"`
}

// ListedCustomer is a customer with the card's progress.
type ListedCustomer struct {
	Customer
	Stamps int64                `json:"stamps" doc:"Stamps on the card that the next visit stamps"`
	Target int64                `json:"target" doc:"Stamps that fill the card"`
	Owed   []loyalty.RewardKind `json:"owed" nullable:"false" doc:"Kinds of the rewards that the customer may redeem"`

	OwedValue int64 `json:"owedValue" doc:"Estimated value in cents at meanTicket, for admin level; 0: unknown"`
}

func (c customerCalls) list(ctx context.Context, in *customersInput) (*listOutput[ListedCustomer], error) {
	page, err := c.cases.Customers.List(ctx, actor(ctx), service.CustomersRequest{
		ListRequest: in.request(),
		Owed:        in.Owed,
		NotSeenFor:  in.NotSeenFor,
		Birthday:    in.Birthday,
		Order:       service.CustomerOrder(in.Sort),
		From:        in.From,
	})
	if err != nil {
		return nil, err
	}
	return listOf(page, listedCustomer(ctx)), nil
}

func listedCustomer(ctx context.Context) func(service.ListedCustomer) ListedCustomer {
	return func(customer service.ListedCustomer) ListedCustomer {
		owed := append([]loyalty.RewardKind{}, customer.Owed...)
		return ListedCustomer{
			Customer: customerOf(ctx, customer.Customer), Stamps: customer.Stamps, Target: customer.Target, Owed: owed, OwedValue: customer.OwedValue,
		}
	}
}

type createCustomerInput struct {
	Key  string `header:"Idempotency-Key"`
	Body struct {
		Name     string  `json:"name"`
		Phone    string  `json:"phone"`
		Email    *string `json:"email,omitempty" nullable:"true"`
		Birthday *string `json:"birthday,omitempty" nullable:"true"`
		Notes    *string `json:"notes,omitempty" nullable:"true"`
		Tag      string  `json:"tag" doc:"Bonus type: BONO_VIP_A, BONO_VIP_B, BONO_VIP_C, BONO_TARJETA, BONO_FAMILIA or ESPORADICO; empty: the bonus is inactive"`
		GuardianFields
	}
}

// CreatedCustomer is a new customer, or the existing one with the phone.
type CreatedCustomer struct {
	Customer
	Existed bool `json:"existed"`
}

type createdCustomerOutput struct {
	Status int
	Body   CreatedCustomer
}

func (c customerCalls) create(ctx context.Context, in *createCustomerInput) (*createdCustomerOutput, error) {
	customer, existed, err := c.cases.Customers.Create(ctx, actor(ctx), loyalty.CustomerDraft{
		Name:     in.Body.Name,
		Phone:    in.Body.Phone,
		Email:    orEmpty(in.Body.Email),
		Birthday: orEmpty(in.Body.Birthday),
		Notes:    orEmpty(in.Body.Notes),
		Tag:      in.Body.Tag,
		Guardian: in.Body.guardian(),
	}, usecase.IdempotencyKey(in.Key))
	if err != nil {
		return nil, err
	}
	out := &createdCustomerOutput{Status: http.StatusCreated, Body: CreatedCustomer{Customer: customerOf(ctx, customer), Existed: existed}}
	if existed {
		out.Status = http.StatusOK
	}
	return out, nil
}

type lookupInput struct {
	Body struct {
		Phone *string `json:"phone,omitempty" nullable:"true"`
		Email *string `json:"email,omitempty" nullable:"true"`
	}
}

func (c customerCalls) lookup(ctx context.Context, in *lookupInput) (*customerOutput, error) {
	return answerCustomer(ctx)(c.cases.Customers.Lookup(ctx, actor(ctx), orEmpty(in.Body.Phone), orEmpty(in.Body.Email)))
}

type changeCustomerInput struct {
	IDInput
	IfMatchInput
	Body struct {
		Name     change `json:"name,omitempty"`
		Phone    change `json:"phone,omitempty"`
		Email    change `json:"email,omitempty"`
		Birthday change `json:"birthday,omitempty"`
		Notes    change `json:"notes,omitempty"`
		Tag      change `json:"tag,omitempty" doc:"Bonus type: BONO_VIP_A, BONO_VIP_B, BONO_VIP_C, BONO_TARJETA, BONO_FAMILIA or ESPORADICO; null: the bonus is inactive"`

		EmailHers bool `json:"emailIsHers,omitempty" doc:"Confirms that the e-mail is the customer's, which allows sign-in codes by e-mail"`
		PhoneHers bool `json:"phoneIsHers,omitempty" doc:"Confirms that the phone is the customer's. If it was unverified, the QR is replaced; a customer who accepts messages is sent the new one"`
		GuardianFields
	}
}

func (c customerCalls) change(ctx context.Context, in *changeCustomerInput) (*customerOutput, error) {
	version, err := in.version()
	if err != nil {
		return nil, err
	}
	return answerCustomer(ctx)(c.cases.Customers.Change(ctx, actor(ctx), in.ID, loyalty.CustomerChanges{
		Name:     in.Body.Name.Change,
		Phone:    in.Body.Phone.Change,
		Email:    in.Body.Email.Change,
		Birthday: in.Body.Birthday.Change,
		Notes:    in.Body.Notes.Change,
		Tag:      in.Body.Tag.Change,
		Guardian: in.Body.guardian(),
		Version:  version,

		EmailConfirmed: in.Body.EmailHers,
		PhoneConfirmed: in.Body.PhoneHers,
	}))
}

// GreetingOffer says whether staff may greet a customer.
type GreetingOffer struct {
	State   loyalty.GreetingState `json:"state" enum:"NOW,NO_PHONE,MINOR,UNVERIFIED_PHONE,NO_CONSENT,INVITED,HELD_BACK" doc:"NOW, or why not, as in the lists of absent customers"`
	Invites bool                  `json:"invites" doc:"The customer stopped coming, so the greeting is marketing: an invitation to come back"`
}

type greetingOfferOutput struct{ Body GreetingOffer }

func (c customerCalls) greetingOffer(ctx context.Context, in *IDInput) (*greetingOfferOutput, error) {
	offer, err := c.cases.Customers.GreetingOffer(ctx, actor(ctx), in.ID)
	return &greetingOfferOutput{Body: GreetingOffer(offer)}, err
}

type greetInput struct {
	IDInput
	Body struct {
		Invites bool `json:"invites,omitempty" doc:"The greeting invites the customer back. It needs consent to marketing, and no greeting within 30 days. A greeting of an absent customer always is one"`
	}
}

func (c customerCalls) greet(ctx context.Context, in *greetInput) (*customerOutput, error) {
	greeting := loyalty.Greeting{Invites: in.Body.Invites}
	return answerCustomer(ctx)(c.cases.Customers.Greet(ctx, actor(ctx), in.ID, greeting))
}

// UndoableGreeting is the last greeting, and until when it can be undone.
type UndoableGreeting struct {
	GreetedAt     *time.Time `json:"greetedAt" doc:"When the staff last greeted the customer by WhatsApp"`
	UndoableUntil *time.Time `json:"greetingUndoableUntil" doc:"Until when DELETE /customers/{id}/greeting can undo it"`
}

func undoableGreetingOf(greetedAt time.Time) UndoableGreeting {
	return UndoableGreeting{GreetedAt: instantOrNull(greetedAt), UndoableUntil: instantOrNull(loyalty.GreetingUndoableUntil(greetedAt))}
}

type undoGreetingInput struct {
	IDInput
	At time.Time `query:"at" required:"true" doc:"greetedAt of the greeting to undo"`
}

func (c customerCalls) undoGreeting(ctx context.Context, in *undoGreetingInput) (*customerOutput, error) {
	return answerCustomer(ctx)(c.cases.Customers.UndoGreeting(ctx, actor(ctx), in.ID, in.At))
}

// QueuedQR says whether a QR was queued.
type QueuedQR struct {
	Queued bool    `json:"queued"`
	Reason *string `json:"reason,omitempty" doc:"Why it is not sent, in Spanish"`

	SentBy *loyalty.QRChannel `json:"sentBy" enum:"WHATSAPP,EMAIL" doc:"How it is sent; null: it stays queued"`
}

type queuedQROutput struct{ Body QueuedQR }

type sendQRInput struct {
	IDInput
	Key string `header:"Idempotency-Key"`
}

func (c customerCalls) sendQR(ctx context.Context, in *sendQRInput) (*queuedQROutput, error) {
	result, err := c.cases.Messages.SendQRBy(ctx, actor(ctx), in.ID, usecase.IdempotencyKey(in.Key))
	if err != nil {
		return nil, err
	}
	return &queuedQROutput{Body: QueuedQR{Queued: result.Reason == "", Reason: orNull(result.Reason), SentBy: qrWayOrNull(result.By)}}, nil
}

func (c customerCalls) archive(ctx context.Context, in *IDInput) (*okOutput, error) {
	if err := c.cases.Customers.Archive(ctx, actor(ctx), in.ID); err != nil {
		return nil, err
	}
	return ok(), nil
}
