package service

import (
	"context"
	"slices"
	"strings"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// SettingsEffect counts rewards owed by changed settings.
type SettingsEffect struct {
	Customers int // affected customers and families
	Rewards   int
	Free      int
	Holders   []AffectedHolder // in Spanish order, at most maxHolders
}

// AffectedHolder is a card holder who would be owed a reward.
type AffectedHolder struct {
	CustomerID string
	Name       string
	Family     bool
	Rewards    int
}

const maxHolders = 1000

func (o *SettingsEffect) add(card loyalty.CardProgress, milestones []loyalty.Milestone) {
	o.Customers++
	o.Rewards += len(milestones)
	for _, milestone := range milestones {
		if milestone.Kind == loyalty.RewardFree {
			o.Free++
		}
	}
	o.Holders = append(o.Holders, AffectedHolder{
		CustomerID: card.CustomerID, Name: card.Name, Family: card.FamilyID != "", Rewards: len(milestones),
	})
}

func (o *SettingsEffect) sortHolders() {
	keys := make(map[string]string, len(o.Holders)) // making a key costs more than sorting
	for _, holder := range o.Holders {
		keys[holder.Name] = loyalty.SortKey(holder.Name)
	}
	slices.SortStableFunc(o.Holders, func(a, b AffectedHolder) int { return strings.Compare(keys[a.Name], keys[b.Name]) })
	o.Holders = o.Holders[:min(len(o.Holders), maxHolders)]
}

// PreviewSettings returns the rewards that the changes would make owed, and changes nothing. Error: a validation error
// by field.
func (b *Businesses) PreviewSettings(ctx context.Context, actor usecase.Actor, changes loyalty.SettingChanges) (SettingsEffect, error) {
	var owed SettingsEffect
	err := b.base.Store.ViewReports(ctx, actor.BusinessID, func(tx *store.Tx) error {
		former, err := tx.Business().Get()
		if err != nil {
			return err
		}
		business, err := changes.Apply(former)
		if err != nil {
			return err
		}
		owed = SettingsEffect{}
		return eachCardProgress(tx, "", func(card loyalty.CardProgress) bool {
			if milestones := card.MilestonesOwed(business); len(milestones) > 0 {
				owed.add(card, milestones)
			}
			return true
		})
	})
	owed.sortHolders()
	return owed, err
}

// ChangeSettings changes the settings. If grantReached, it grants passed milestones in batches; FinishGrants continues
// after an error. Otherwise only later visits earn rewards.
func (b *Businesses) ChangeSettings(
	ctx context.Context, actor usecase.Actor, changes loyalty.SettingChanges, grantReached bool,
) (loyalty.Business, error) {
	changes.OwnerID = ""
	if actor.Role == loyalty.Owner {
		changes.OwnerID = actor.UserID
	}
	for {
		business, changed, err := b.changeSettings(ctx, actor, changes, grantReached)
		if err != nil {
			return business, err
		}
		if changed && !grantReached {
			return business, nil
		}
		err = b.finishGrant(context.WithoutCancel(ctx), actor.BusinessID)
		if changed {
			return business, nil
		}
		if err != nil {
			return business, err
		}
	}
}

// changeSettings changes the settings. It returns false while an earlier grant is not finished.
func (b *Businesses) changeSettings(
	ctx context.Context, actor usecase.Actor, changes loyalty.SettingChanges, grantReached bool,
) (business loyalty.Business, changed bool, err error) {
	err = b.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		former, err := tx.Business().Lock()
		if err != nil {
			return err
		}
		if business, err = changes.Apply(former); err != nil {
			return err
		}
		_, granting, err := tx.Grants().InProgress()
		if changed = !granting; err != nil || granting {
			return err
		}
		if err := tx.Business().Update(business); err != nil {
			return err
		}
		if business.Zone.String() != former.Zone.String() {
			if err := tx.Usage().Recount(former, business, b.base.Now()); err != nil {
				return err
			}
			if err := tx.Reports().RestartDayCounts(loyalty.FirstUncounted(b.base.Now())); err != nil { // in another zone, the days of rewards change
				return err
			}
		}
		if grantReached {
			if err := tx.Grants().Begin(); err != nil {
				return err
			}
		}
		if err := b.base.Append(tx, loyalty.Event{Kind: loyalty.EventBusinessChanged}); err != nil {
			return err
		}
		return b.base.RecordChange(tx, actor.UserID, loyalty.ActionBusinessChanged, business.ID, "", loyalty.ChangedSettings(former, business))
	})
	return business, changed, err
}
