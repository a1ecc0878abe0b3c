package httpapi

import (
	"axioma/internal/service"
)

type calls struct {
	health                  *healthCalls
	activity                activityCalls
	adjustments             adjustmentCalls
	businesses              businessCalls
	registrations           registrationCalls
	customers               customerCalls
	consents                consentCalls
	phoneProofs             phoneProofCalls
	passes                  passCalls
	sessions                sessionCalls
	portal                  portalCalls
	ownData                 ownDataCalls
	live                    *liveCalls
	insights                insightCalls
	reports                 reportCalls
	controlPanel            controlPanelCalls
	whatsApp                whatsAppCalls
	restoredMessages        restoredCalls
	webhook                 webhookCalls
	users                   userCalls
	imports                 importCalls
	merges                  mergeCalls
	visits                  visitCalls
	rewards                 rewardCalls
	devices                 deviceCalls
	families                familyCalls
	children                childCalls
	portalCards             portalCardCalls
	openSessions            openSessionCalls
	releases                releaseCalls
	qrs                     qrCalls
	qrLabels                qrLabelCalls
	unverifiedRegistrations unverifiedCalls
	recovery                recoveryCalls
	invitations             invitationCalls
	firstSteps              firstStepCalls
	operating               operatingCalls
	ownCopy                 ownCopyCalls
	usuals                  usualCalls
	copies                  copyCalls
	secondFactors           secondFactorCalls
	passkeys                passkeyCalls
	ownSessions             ownSessionCalls
}

func newCalls(cases *service.Service, options Options) calls {
	passes := newPassCalls(cases, options)
	secondFactors := secondFactorCalls{cases: cases, limits: options.Limits}
	qrs := qrPictures{cases: cases}
	address := publicAddress{publicURL: options.PublicURL, proxied: options.TrustProxy}
	return calls{
		health:                  &healthCalls{log: options.Log, ready: options.Ready},
		activity:                activityCalls{cases: cases, log: options.Log},
		adjustments:             adjustmentCalls{cases: cases},
		businesses:              businessCalls{cases: cases, address: address, fixedBusiness: options.FixedBusiness},
		registrations:           registrationCalls{cases: cases, passes: passes, qrs: qrs, limits: options.Limits},
		customers:               customerCalls{cases: cases, passes: passes, qrs: qrs},
		consents:                consentCalls{cases: cases, limits: options.Limits},
		phoneProofs:             phoneProofCalls{cases: cases, limits: options.Limits},
		passes:                  passes,
		sessions:                sessionCalls{cases: cases, limits: options.Limits},
		portal:                  portalCalls{cases: cases, passes: passes, limits: options.Limits},
		ownData:                 ownDataCalls{cases: cases},
		live:                    newLiveCalls(cases, passes, options.Log),
		insights:                insightCalls{cases: cases},
		reports:                 reportCalls{cases: cases},
		ownCopy:                 ownCopyCalls{exportSender{cases: cases, log: options.Log}},
		copies:                  newCopyCalls(cases, options),
		controlPanel:            controlPanelCalls{cases: cases, log: options.Log, mailFrom: options.MailFrom},
		operating:               operatingCalls{cases: cases, backups: options.Backups, sendTestMail: options.SendTestMail, releases: options.Releases},
		whatsApp:                whatsAppCalls{cases: cases},
		restoredMessages:        restoredCalls{cases: cases},
		webhook:                 webhookCalls{cases: cases, problems: problems{log: options.Log}, webhook: options.Webhook, bulkhead: newBulkhead()},
		users:                   userCalls{cases: cases},
		imports:                 importCalls{cases: cases, log: options.Log},
		merges:                  mergeCalls{cases: cases},
		visits:                  visitCalls{cases: cases},
		rewards:                 rewardCalls{cases: cases},
		devices:                 deviceCalls{cases: cases, address: address},
		families:                familyCalls{cases: cases},
		children:                childCalls{cases: cases, passes: passes, qrs: qrs, limits: options.Limits},
		portalCards:             portalCardCalls{cases: cases, limits: options.Limits},
		openSessions:            openSessionCalls{cases: cases},
		releases:                releaseCalls{cases: cases, limits: options.Limits},
		qrs:                     qrCalls{cases: cases},
		qrLabels:                qrLabelCalls{cases: cases, log: options.Log},
		unverifiedRegistrations: unverifiedCalls{cases: cases},
		recovery:                recoveryCalls{cases: cases, limits: options.Limits},
		firstSteps:              firstStepCalls{cases: cases},
		usuals:                  usualCalls{cases: cases},
		secondFactors:           secondFactors,
		passkeys:                passkeyCalls{secondFactors},
		ownSessions:             ownSessionCalls{cases: cases},
		invitations:             invitationCalls{cases: cases, limits: options.Limits, address: address},
	}
}
