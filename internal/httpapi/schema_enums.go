package httpapi

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"axioma/internal/loyalty"
)

func registerKinds(registry huma.Registry) {
	registry.RegisterTypeAlias(reflect.TypeFor[loyalty.MessageKind](), reflect.TypeFor[messageKind]())
	registry.RegisterTypeAlias(reflect.TypeFor[loyalty.RewardKind](), reflect.TypeFor[rewardKind]())
	registry.RegisterTypeAlias(reflect.TypeFor[loyalty.CardStep](), reflect.TypeFor[cardStep]())
	registry.RegisterTypeAlias(reflect.TypeFor[loyalty.ActionGroup](), reflect.TypeFor[actionGroup]())
}

type messageKind string

// Schema lists the kinds of message.
func (messageKind) Schema(huma.Registry) *huma.Schema { return oneOf(loyalty.MessageKinds()) }

type rewardKind string

// Schema lists the kinds of reward.
func (rewardKind) Schema(huma.Registry) *huma.Schema { return oneOf(loyalty.RewardKinds()) }

type cardStep string

// Schema lists the steps of the card's report.
func (cardStep) Schema(huma.Registry) *huma.Schema { return oneOf(loyalty.CardSteps()) }

type actionGroup string

// Schema lists the groups of acts.
func (actionGroup) Schema(huma.Registry) *huma.Schema { return oneOf(loyalty.ActionGroups()) }

func oneOf[Kind ~string](kinds []Kind) *huma.Schema {
	schema := &huma.Schema{Type: huma.TypeString}
	for _, kind := range kinds {
		schema.Enum = append(schema.Enum, string(kind))
	}
	schema.PrecomputeMessages()
	return schema
}
