package httpapi

import (
	"context"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/usecase"
)

type familyCalls struct{ cases *service.Service }

// ListedFamily is a family in a list.
type ListedFamily struct {
	ID           string               `json:"id"`
	Name         string               `json:"name"`
	Policy       loyalty.FamilyPolicy `json:"policy" enum:"POOL,INDIVIDUAL"`
	MembersCount int64                `json:"membersCount"`
	CreatedAt    time.Time            `json:"createdAt"`
	Version      int64                `json:"version" doc:"Version of the name and the policy, for If-Match"`
}

func listedFamilyOf(f service.ListedFamily) ListedFamily {
	return ListedFamily{ID: f.ID, Name: f.Name, Policy: f.Policy, MembersCount: f.Members, CreatedAt: f.CreatedAt, Version: f.Version}
}

func (c familyCalls) list(ctx context.Context, in *ListInput) (*listOutput[ListedFamily], error) {
	page, err := c.cases.Families.List(ctx, actor(ctx), in.request())
	if err != nil {
		return nil, err
	}
	return listOf(page, listedFamilyOf), nil
}

type createFamilyInput struct {
	Key  string `header:"Idempotency-Key"`
	Body struct {
		Name   string               `json:"name"`
		Policy loyalty.FamilyPolicy `json:"policy,omitempty" doc:"Default: POOL"`
	}
}

type listedFamilyOutput struct{ Body ListedFamily }

func (c familyCalls) create(ctx context.Context, in *createFamilyInput) (*listedFamilyOutput, error) {
	family, err := c.cases.Families.Create(ctx, actor(ctx), in.Body.Name, in.Body.Policy, usecase.IdempotencyKey(in.Key))
	if err != nil {
		return nil, err
	}
	return &listedFamilyOutput{Body: listedFamilyOf(service.ListedFamily{Family: family})}, nil
}

// Family is a family with its members.
type Family struct {
	ListedFamily
	Card    FamilyCard `json:"card" doc:"The family's card. Visits stamp it under POOL; its rewards can be redeemed under either policy"`
	Members []Member   `json:"members" doc:"PRIMARY first, then in Spanish order"`
}

// FamilyCard is the progress of a family's card.
type FamilyCard struct {
	Count         int64    `json:"count"`
	Target        int64    `json:"target"`
	HalfMilestone *int64   `json:"halfMilestone"`
	Rewards       []Reward `json:"rewards" doc:"Rewards owed, oldest first"`
}

// Member is a customer in a family. The phone is masked below admin level.
type Member struct {
	CustomerID  string             `json:"customerId"`
	Name        string             `json:"name"`
	Phone       *string            `json:"phone"`
	Role        loyalty.FamilyRole `json:"role" enum:"PRIMARY,ADULT,CHILD"`
	VisitsCount int64              `json:"visitsCount" doc:"The member's visits, on any card"`
	LastVisitAt *time.Time         `json:"lastVisitAt"`
}

type familyOutput struct{ Body Family }

func answerFamily(record service.FamilyRecord, err error) (*familyOutput, error) {
	if err != nil {
		return nil, err
	}
	family := Family{
		ListedFamily: listedFamilyOf(service.ListedFamily{Family: record.Family, Members: int64(len(record.Members))}),
		Card: FamilyCard{
			Count: record.Card.Card.Stamps, Target: record.Card.Terms.Target,
			HalfMilestone: halfMilestone(record.Card.Terms), Rewards: rewardsOf(record.Card.Owed),
		},
		Members: make([]Member, len(record.Members)),
	}
	for i, c := range record.Members {
		family.Members[i] = Member{
			CustomerID: c.ID, Name: c.Name, Phone: orNull(c.Phone), Role: c.Family.Role,
			VisitsCount: c.VisitsCount, LastVisitAt: instantOrNull(c.LastVisitAt),
		}
	}
	return &familyOutput{Body: family}, nil
}

func (c familyCalls) show(ctx context.Context, in *IDInput) (*familyOutput, error) {
	return answerFamily(c.cases.Families.Get(ctx, actor(ctx), in.ID))
}

type changeFamilyInput struct {
	IDInput
	IfMatchInput
	Body struct {
		Name   *string               `json:"name,omitempty"`
		Policy *loyalty.FamilyPolicy `json:"policy,omitempty"`
	}
}

func (c familyCalls) change(ctx context.Context, in *changeFamilyInput) (*familyOutput, error) {
	version, err := in.version()
	if err != nil {
		return nil, err
	}
	changes := loyalty.FamilyChanges{Name: in.Body.Name, Policy: in.Body.Policy, Version: version}
	return answerFamily(c.cases.Families.Change(ctx, actor(ctx), in.ID, changes))
}

func (c familyCalls) delete(ctx context.Context, in *IDInput) (*okOutput, error) {
	if err := c.cases.Families.Delete(ctx, actor(ctx), in.ID); err != nil {
		return nil, err
	}
	return ok(), nil
}

type addMemberInput struct {
	IDInput
	Key  string `header:"Idempotency-Key"`
	Body struct {
		CustomerID string             `json:"customerId" minLength:"1" maxLength:"64"`
		Role       loyalty.FamilyRole `json:"role"`
	}
}

func (c familyCalls) addMember(ctx context.Context, in *addMemberInput) (*familyOutput, error) {
	return answerFamily(c.cases.Families.Join(ctx, actor(ctx), service.JoinRequest{
		FamilyID: in.ID, CustomerID: in.Body.CustomerID, Role: in.Body.Role, Key: usecase.IdempotencyKey(in.Key),
	}))
}

// MemberInput names family and customer.
type MemberInput struct {
	IDInput
	CustomerID string `path:"customerId" maxLength:"64"`
}

type changeRoleInput struct {
	MemberInput
	Body struct {
		Role loyalty.FamilyRole `json:"role"`
	}
}

func (c familyCalls) changeRole(ctx context.Context, in *changeRoleInput) (*familyOutput, error) {
	return answerFamily(c.cases.Families.ChangeRole(ctx, actor(ctx), in.ID, in.CustomerID, in.Body.Role))
}

func (c familyCalls) removeMember(ctx context.Context, in *MemberInput) (*familyOutput, error) {
	return answerFamily(c.cases.Families.Leave(ctx, actor(ctx), in.ID, in.CustomerID))
}

// FamilyEffect is a customer's card before and after a change.
type FamilyEffect struct {
	CustomerID   string   `json:"customerId"`
	CustomerName string   `json:"customerName"`
	Before       Progress `json:"before"`
	After        Progress `json:"after"`
}

func familyEffectOf(e service.FamilyEffect) FamilyEffect {
	return FamilyEffect{
		CustomerID: e.Customer.ID, CustomerName: e.Customer.Name, Before: progressOf(e.Before), After: progressOf(e.After),
	}
}

type familyEffectOutput struct{ Body FamilyEffect }

func (c familyCalls) previewMember(ctx context.Context, in *MemberInput) (*familyEffectOutput, error) {
	effect, err := c.cases.Families.PreviewMembership(ctx, actor(ctx), in.ID, in.CustomerID)
	if err != nil {
		return nil, err
	}
	return &familyEffectOutput{Body: familyEffectOf(effect)}, nil
}

type previewPolicyInput struct {
	IDInput
	Policy string `query:"policy" enum:"POOL,INDIVIDUAL" required:"true"`
}

func (c familyCalls) previewPolicy(ctx context.Context, in *previewPolicyInput) (*listOutput[FamilyEffect], error) {
	effects, err := c.cases.Families.PreviewPolicy(ctx, actor(ctx), in.ID, loyalty.FamilyPolicy(in.Policy))
	if err != nil {
		return nil, err
	}
	return wholeList(effects, familyEffectOf), nil
}

// FamilyOffer joins a guardian and their children.
type FamilyOffer struct {
	FamilyID *string              `json:"familyId" doc:"null: a new family"`
	Name     string               `json:"name"`
	Policy   loyalty.FamilyPolicy `json:"policy" enum:"POOL,INDIVIDUAL"`
	Effects  []FamilyEffect       `json:"effects" doc:"One for each customer who would join; empty: no offer"`
}

type familyOfferOutput struct{ Body FamilyOffer }

func (c familyCalls) offer(ctx context.Context, in *IDInput) (*familyOfferOutput, error) {
	familyOffer, err := c.cases.Families.Offer(ctx, actor(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	offer := FamilyOffer{
		FamilyID: orNull(familyOffer.Family.ID), Name: familyOffer.Family.Name, Policy: familyOffer.Family.Policy,
		Effects: make([]FamilyEffect, len(familyOffer.Effects)),
	}
	for i, effect := range familyOffer.Effects {
		offer.Effects[i] = familyEffectOf(effect)
	}
	return &familyOfferOutput{Body: offer}, nil
}

type acceptFamilyInput struct {
	IDInput
	Key  string `header:"Idempotency-Key"`
	Body struct {
		FamilyID    *string  `json:"familyId,omitempty" nullable:"true" maxLength:"64" doc:"The offered family; null or absent: create one"`
		CustomerIDs []string `json:"customerIds" nullable:"false" minItems:"1" maxItems:"100" doc:"The customers who join"`
	}
}

func (c familyCalls) accept(ctx context.Context, in *acceptFamilyInput) (*familyOutput, error) {
	return answerFamily(c.cases.Families.AcceptOffer(ctx, actor(ctx), service.AcceptOfferRequest{
		CustomerID: in.ID, FamilyID: orEmpty(in.Body.FamilyID), JoiningIDs: in.Body.CustomerIDs, Key: usecase.IdempotencyKey(in.Key),
	}))
}
