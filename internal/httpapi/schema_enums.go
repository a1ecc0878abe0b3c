package httpapi

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"axioma/internal/loyalty"
)

// registerKinds makes the contract list the domain's kinds of message and reward, and the steps of the card's report.
func registerKinds(registry huma.Registry) {
	registry.RegisterTypeAlias(reflect.TypeFor[loyalty.MessageKind](), reflect.TypeFor[messageKind]())
	registry.RegisterTypeAlias(reflect.TypeFor[loyalty.RewardKind](), reflect.TypeFor[rewardKind]())
	registry.RegisterTypeAlias(reflect.TypeFor[loyalty.CardStep](), reflect.TypeFor[cardStep]())
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

func oneOf[Kind ~string](kinds []Kind) *huma.Schema {
	schema := &huma.Schema{Type: huma.TypeString}
	for _, kind := range kinds {
		schema.Enum = append(schema.Enum, string(kind))
	}
	schema.PrecomputeMessages()
	return schema
}
