package servicetest

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service/messaging"
)

// Claim takes messages of the shop out of the queue: codes first.
func (shop *Shop) Claim(most int64) []messaging.ClaimedMessage {
	shop.T.Helper()
	var claimed []messaging.ClaimedMessage
	for _, lane := range []messaging.QueueLane{messaging.LaneCodes, messaging.LaneRest} {
		claim, err := shop.Cases.Queue.Claim(context.Background(), messaging.ClaimRequest{
			BusinessID: shop.Business.ID, Lane: lane, Most: most - int64(len(claimed)),
		})
		if err != nil {
			shop.T.Fatalf("taking messages to send: %v", err)
		}
		claimed = append(claimed, claim.Messages...)
	}
	return claimed
}

// Finish records how the try of a message went.
func (shop *Shop) Finish(m messaging.ClaimedMessage, try messaging.Try) {
	shop.T.Helper()
	if err := shop.Cases.Queue.Finish(context.Background(), m, try); err != nil {
		shop.T.Fatalf("recording how a message went: %v", err)
	}
}

// SendMessages sends what waits in the shop, as far as its limits permit, and
// returns it. The provider accepts everything.
func (shop *Shop) SendMessages() []loyalty.Message {
	shop.T.Helper()
	var sent []loyalty.Message
	for _, message := range shop.Claim(1000) {
		shop.Finish(message, messaging.Try{Result: messaging.TryAccepted, ProviderID: "wamid." + message.ID})
		sent = append(sent, message.Message)
	}
	return sent
}
