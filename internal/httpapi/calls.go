package httpapi

import "axioma/internal/service"

// calls is what the routes lead to, by what a call is about. Each of its parts holds
// what it needs and answers with the methods that the route table names.
type calls struct {
	health        healthCalls
	businesses    businessCalls
	registrations registrationCalls
	customers     customerCalls
	consents      consentCalls
	phoneProofs   phoneProofCalls
	sessions      sessionCalls
	portal        portalCalls
	ownData       ownDataCalls
	live          *liveCalls
	reports       reportCalls
	controlPanel  controlPanelCalls
	whatsApp      whatsAppCalls
	webhook       webhookCalls
	users         userCalls
	merges        mergeCalls
	visits        visitCalls
	rewards       rewardCalls
	devices       deviceCalls
	families      familyCalls
}

func newCalls(s *service.Service, options Options) calls {
	address := publicAddress{publicURL: options.PublicURL, proxied: options.TrustProxy}
	return calls{
		health:        healthCalls{log: options.Log, ready: options.Ready},
		businesses:    businessCalls{service: s, address: address, fixedBusiness: options.FixedBusiness},
		registrations: registrationCalls{service: s, limits: options.Limits},
		customers:     customerCalls{service: s},
		consents:      consentCalls{service: s, limits: options.Limits},
		phoneProofs:   phoneProofCalls{service: s, limits: options.Limits},
		sessions:      sessionCalls{service: s, limits: options.Limits},
		portal:        portalCalls{service: s, limits: options.Limits},
		ownData:       ownDataCalls{service: s},
		live:          newLiveCalls(s, options.Log),
		reports:       reportCalls{service: s},
		controlPanel:  controlPanelCalls{service: s, log: options.Log},
		whatsApp:      whatsAppCalls{service: s},
		webhook:       webhookCalls{service: s, problems: problems{log: options.Log}, webhook: options.Webhook, reading: newReading()},
		users:         userCalls{service: s},
		merges:        mergeCalls{service: s},
		visits:        visitCalls{service: s},
		rewards:       rewardCalls{service: s},
		devices:       deviceCalls{service: s, address: address},
		families:      familyCalls{service: s},
	}
}
