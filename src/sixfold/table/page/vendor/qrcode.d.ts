import qrcode from "qrcode-generator";
export default qrcode;
